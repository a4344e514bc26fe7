"""As Markdown: what documents and readers say stays text wherever it is read."""

import re

from django.utils.translation import gettext as _

from chat.exporting.content import Content, Exchange, Source

# Marks of Markdown in a line, and those that make a heading, a list or a rule at its beginning.
_MARKUP = re.compile(r"[\\`*_\[\]|~&]")
_BLOCK = re.compile(r"^(?P<before>\d{0,9})(?P<mark>[#>+\-=.)])")


def markdown(content: Content) -> str:
    """A single exchange is the file itself; of several each has a heading."""
    is_single = len(content.exchanges) == 1 and content.exchanges[0].question == content.title
    parts = [f"# {_escaped(content.title)}", f"*{_escaped(content.subtitle)}*"]
    for exchange in content.exchanges:
        parts += _exchange(exchange, is_single=is_single)
    return "\n\n".join(parts) + "\n"


def _exchange(exchange: Exchange, *, is_single: bool) -> list[str]:
    parts = [] if is_single else [f"## {_escaped(exchange.question)}"]
    parts += [f"**{_escaped(warning)}**" for warning in exchange.warnings]
    parts.append(exchange.answer.replace("<", "&lt;"))
    if exchange.sources:
        parts.append(("## " if is_single else "### ") + _("Sources"))
        parts += map(_source, exchange.sources)
    return parts


def _source(source: Source) -> str:
    quote = "\n".join(f"> {_escaped(row)}" for row in source.quote.splitlines())
    line = f"[{source.number}] {_escaped(source.line)}"
    return "\n\n".join(part for part in (line, quote, _escaped(source.url)) if part)


def _escaped(text: str) -> str:
    """One line of Markdown that shows the text as it is."""
    line = _MARKUP.sub(r"\\\g<0>", " ".join(text.split())).replace("<", "&lt;")
    return _BLOCK.sub(r"\g<before>\\\g<mark>", line)
