"""What is wrong with the text of a help card, which is shown as it stands to somebody who may be in danger."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.token import Token

MAX_CHARACTERS = 1500
"""about what a telephone shows on two screens"""
# Such as other systems fill in: nothing is filled in here.
_PLACEHOLDER = re.compile(r"\{\{?\s*[A-Za-z_][\w .]*\}?\}|%\(\w+\)s|\$\{?[A-Za-z_]\w*\}?")
_REFERENCE = re.compile(r"\[\d{1,3}\](?!\()")
# What stands as text once the Markdown is read, but was meant as markup.
_LEFT_OVER = re.compile(r"\*\*|~~|`|\]\(|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|</?[A-Za-z][^<>]*>")
_SCHEMES = ("http:", "https:", "mailto:", "tel:")
_markdown = MarkdownIt("commonmark", {"html": False})


def problems(text: str) -> Iterator[str]:
    if len(text) > MAX_CHARACTERS:
        said = _("The text has {number} characters; at most {most} are read in need. Shorten it.")
        yield said.format(number=len(text), most=MAX_CHARACTERS)
    if found := _PLACEHOLDER.search(text):
        yield _("“{found}” would be shown as it stands: nothing is filled in. Write what is meant.").format(
            found=found[0]
        )
    if found := _REFERENCE.search(text):
        yield _("“{found}” would be taken for a source of the answer. Leave it out.").format(found=found[0])
    for token in _inline(text):
        if token.type == "text" and (found := _LEFT_OVER.search(token.content)):
            said = _("The Markdown is not right at “{text}”: “{mark}” would be shown as it stands.")
            yield said.format(text=token.content[:60], mark=found[0])
        address = str(token.attrGet("src" if token.type == "image" else "href") or "")
        if token.type == "image":
            yield _("The picture “{address}” would not be shown. Leave it out.").format(address=address)
        elif token.type == "link_open" and not address.startswith(_SCHEMES):
            said = _("The link to “{address}” would not work: begin it with https:, mailto: or tel:.")
            yield said.format(address=address)


def _inline(text: str) -> Iterator[Token]:
    for block in _markdown.parse(text):
        yield from block.children or ()
