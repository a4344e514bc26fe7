"""Markdown to safe HTML, in blocks, with [n] as a link to its source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import dropwhile, takewhile
from typing import Any
from urllib.parse import urlencode

import nh3
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from chat import changes, quotations, rows, tables
from chat.agent import phrases
from chat.agent.events import Citation
from chat.models import Citation as StoredCitation
from knowledge import places
from knowledge.catalogue.entries import EntryName

REFERENCE = re.compile(r"\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]")
TAGS = set(
    "a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre s span strong table tbody td th thead tr ul".split()
)
ATTRIBUTES = {"a": {"href", "title", "data-cite", "aria-label"}, "span": {"data-cite", "lang"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto", "tel"}


def source_url(document_id: int | None, name: str, page: int | None, quote: str) -> str:
    """Where the cited document is shown at its page, or the catalogue's entry of this name, with the quote marked.

    Empty where a document is gone.
    """
    entry = EntryName.parse(name)
    if document_id and document_id > 0:
        address = reverse("source", args=[document_id])
    elif entry:
        address = entry.url
    else:
        return ""
    query: dict[str, Any] = {"page": page} if page else {}
    return f"{address}?{urlencode(query | {'quote': quote})}#quote"


def citation_json(citation: Citation | StoredCitation) -> dict[str, Any]:
    """What the page shows of a source; without `url` where the document is gone."""
    name = citation.document_name if isinstance(citation, StoredCitation) else citation.document
    return {
        "number": citation.number,
        "title": citation.title or _("Document"),
        "section": citation.section,
        "page": citation.page,
        "place": _place(citation),
        "dated": citation.dated,
        "quote": citation.quote,
        "recognition": citation.get_recognition_display() if isinstance(citation, StoredCitation) else "",
        "document": citation.document_id,
        "language": _language(citation),
        "url": source_url(citation.document_id, name, citation.page, citation.quote),
    }


def _place(citation: Citation | StoredCitation) -> str:
    if isinstance(citation, StoredCitation):
        return citation.said_place
    return places.said(citation.page, None)


def _language(citation: Citation | StoredCitation) -> str:
    """Of the document; empty where it is gone or not known."""
    if isinstance(citation, StoredCitation):
        return citation.document.language if citation.document else ""
    return citation.language


def without_source_note(text: str) -> str:
    """An answer's Markdown without the paragraph that names its sources."""
    return "\n\n".join(part for part in text.split("\n\n") if not phrases.is_source_note(part))


def blocks(text: str, sources: Sequence[Mapping[str, Any]] = ()) -> list[str]:
    """The top-level blocks of Markdown as sanitised HTML; a [n] without a source among `sources` stays a number."""
    return [block for _markdown_of_it, block in pieces(text, sources)]


def pieces(text: str, sources: Sequence[Mapping[str, Any]] = ()) -> list[tuple[str, str]]:
    """(Markdown, HTML) of each of them."""
    env = {"sources": {source["number"]: source for source in sources}}
    lines = text.split("\n")
    found: list[tuple[str, str]] = []
    title = tables.NOTHING
    for group in _groups(_markdown.parse(text, env)):
        written = _written(group, lines)
        shown = rows.html(written, sources, partial(cite, env["sources"]), title) or _html(group, env, title)
        if title and tables.caption(title) in shown:
            found[-1] = (found[-1][0], "")
        found.append((written, shown))
        title = _title(group, env)
    return found


def _title(group: Sequence[Token], env: Any) -> SafeString:
    """What a paragraph says, if all of it is in bold; else empty."""
    children = group[1].children or [] if group[0].type == "paragraph_open" else []
    bold = [place for place, child in enumerate(children) if child.type.startswith("strong_")]
    is_title = bold == [0, len(children) - 1]
    said = _markdown.renderer.renderInline(children[1:-1], _markdown.options, env) if is_title else ""
    return mark_safe(_clean(said))


def _html(group: Sequence[Token], env: Any, title: SafeString) -> str:
    if group[0].type != "table_open":
        return _clean(_markdown.renderer.render(group, _markdown.options, env))
    head = takewhile(lambda token: token.type != "thead_close", group)
    headers = [token.content for token in head if token.type == "inline"]
    if changes.is_of_changes(headers):
        return changes.html(headers, _changes(group, env), title)
    clean = _clean(_markdown.renderer.render(group, _markdown.options, env))
    # Sanitised just above.
    return tables.scrolling(mark_safe(clean), headers, title)


def _changes(table: Sequence[Token], env: Any) -> Iterator[changes.Row]:
    body = dropwhile(lambda token: token.type != "tbody_open", table)
    cells = [_cell(token.children or [], env["sources"]) for token in body if token.type == "inline"]
    return zip(cells[::3], cells[1::3], cells[2::3], strict=True)


def _cell(children: Sequence[Token], sources: Mapping[int, Mapping[str, Any]]) -> changes.Cell:
    """Its text, and the marks behind it."""
    numbers = [child.meta["number"] for child in children if child.type == "cite"]
    text = "".join(child.content for child in children if child.type not in ("cite", quotations.TAG)).strip()
    # Escaped where they are made.
    marks = mark_safe(" ".join(cite(sources, number) for number in numbers))
    return changes.Cell(text, marks, quotations.language_of(numbers, sources))


def parsed(text: str) -> list[Token]:
    return _markdown.parse(text)


def cited(text: str) -> set[int]:
    """The numbers that it refers to."""
    return {int(number) for found in REFERENCE.finditer(text) for number in found[1].split(",")}


def html(text: str, sources: Sequence[Mapping[str, Any]] = ()) -> str:
    return "\n".join(blocks(text, sources))


def _groups(tokens: Iterable[Token]) -> Iterable[list[Token]]:
    group: list[Token] = []
    for token in tokens:
        group.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield group
            group = []


def _written(group: Sequence[Token], lines: Sequence[str]) -> str:
    start, end = group[0].map or (0, 0)
    return "\n".join(lines[start:end]).strip("\n")


def _clean(dirty: str) -> str:
    return nh3.clean(
        dirty,
        tags=TAGS,
        attributes=ATTRIBUTES,
        allowed_classes={"a": {"cite"}, "span": {"cite"}},
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer nofollow",
    ).strip()


def _mark_references(state: StateCore) -> None:
    """A core rule: `[n]` and `[n, m]` in running text, outside links and code, become tokens of their own."""
    for token in state.tokens:
        if token.type != "inline" or not token.children:
            continue
        depth = 0
        children: list[Token] = []
        for child in token.children:
            depth += child.nesting if child.type.startswith("link_") else 0
            children.extend([child] if depth or child.type != "text" else _split(child.content))
        token.children = [*quotations.in_their_language(children, state.env.get("sources", {}))]


def _split(text: str) -> Iterable[Token]:
    for index, part in enumerate(REFERENCE.split(text)):
        if index % 2 == 0:
            if part:
                yield Token("text", "", 0, content=part)
            continue
        for number in part.split(","):
            yield Token("cite", "", 0, meta={"number": int(number)})


def _render_cite(self: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, env: Any) -> str:
    return cite(env["sources"], tokens[index].meta["number"])


def cite(sources: Mapping[int, Mapping[str, Any]], number: int) -> str:
    """The mark of a citation as HTML; a link where its source is there."""
    source = sources.get(number)
    if source is None or not source["url"]:
        return f'<span class="cite" data-cite="{number}">{number}</span>'
    label = _("Source %(number)s: %(title)s") % source
    if source["place"]:
        label += f", {source['place']}"
    return (
        f'<a class="cite" data-cite="{number}" href="{escape(source["url"])}" aria-label="{escape(label)}">{number}</a>'
    )


def _parser() -> MarkdownIt:
    """No raw HTML, no images, no reference links: a document's text must not turn `[1]` into a link elsewhere."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.disable(["image", "reference", "html_block", "html_inline"])
    # Before escaped brackets are joined with the text around them.
    parser.core.ruler.before("text_join", "references", _mark_references)
    parser.add_render_rule("cite", _render_cite)
    return parser


_markdown = _parser()
