"""What an answer quotes says in which language it is, so that it is read aloud with the right voice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from typing import Any

from django.utils.html import escape
from markdown_it.token import Token

from chat.agent.answers.citations import told
from knowledge.text.sentences import ROW
from knowledge.text.terms import fold, words

TAG = "html_inline"
"""type of the tokens that say it: of a document's own HTML there are none"""
_LETTERS = ("text", "text_special")
"""types of tokens: what was escaped is not joined with the text around it yet"""
Sources = Mapping[int, Mapping[str, Any]]


def language_of(numbers: Iterable[int], sources: Sources) -> str:
    """Of all sources with these numbers; empty where they are of several, or of one that is not known."""
    languages = {sources.get(number, {}).get("language", "") for number in numbers}
    return languages.pop() if len(languages) == 1 else ""


def in_their_language(tokens: Sequence[Token], sources: Sources) -> Iterator[Token]:
    """The tokens of a paragraph, what it quotes of each source within a <span lang>."""
    said: list[Token] = []
    for is_cite, group in groupby(tokens, key=lambda token: token.type == "cite"):
        run = [*group]
        if not is_cite:
            said = run
            continue
        numbers = [token.meta["number"] for token in run]
        language = language_of(numbers, sources)
        yield from _told(said, language, [sources[number] for number in numbers]) if language else said
        yield from run
        said = []
    yield from said


def _told(said: Sequence[Token], language: str, sources: Sequence[Mapping[str, Any]]) -> Iterator[Token]:
    """The whole run before a citation, if all its words are of what is cited; else the quotation that it ends in, after
    words of ours. What a model says in its own words is in the answer's language."""
    spoken = _words(_text(said))
    if spoken and _is_whole(said) and spoken <= _words(" ".join(map(_known, sources))):
        yield from _spoken(said, language)
        return
    last = [*takewhile(lambda token: token.type in _LETTERS, reversed(said))][::-1]
    text = _text(last).rstrip()
    quoted = next((quote for one in sources for quote in _lines(one) if quote and text.endswith(quote)), "")
    if not quoted:
        yield from said
        return
    yield from said[: len(said) - len(last)]
    yield Token("text", "", 0, content=text.removesuffix(quoted))
    yield from _spoken([Token("text", "", 0, content=quoted)], language)
    yield Token("text", "", 0, content=" ")


def _lines(source: Mapping[str, Any]) -> Iterator[str]:
    """Its quote in one line, and each row of a table as an answer tells it."""
    quote = source.get("quote", "")
    yield " ".join(quote.split())
    yield from (told(line) for line in quote.split("\n") if ROW.match(line))


def _spoken(tokens: Sequence[Token], language: str) -> Iterator[Token]:
    yield Token(TAG, "", 0, content=f'<span lang="{escape(language)}">')
    yield from tokens
    yield Token(TAG, "", 0, content="</span>")


def _is_whole(tokens: Sequence[Token]) -> bool:
    """Whether what is opened in it, such as bold, is closed in it."""
    depth = 0
    for token in tokens:
        depth += token.nesting
        if depth < 0:
            return False
    return depth == 0


def _text(tokens: Iterable[Token]) -> str:
    return "".join(token.content or " " * token.type.endswith("break") for token in tokens)


def _known(source: Mapping[str, Any]) -> str:
    return " ".join(source.get(part, "") for part in ("quote", "section", "title"))


def _words(text: str) -> set[str]:
    return {fold(word) for word in words(text)}
