from django.utils.translation import gettext as _

from chat.exporting.content import Content, Exchange, Source


def markdown(content: Content) -> str:
    """A single exchange is the file itself; of several each has a heading."""
    is_single = len(content.exchanges) == 1 and content.exchanges[0].question == content.title
    parts = [f"# {_line(content.title)}", f"*{content.subtitle}*"]
    for exchange in content.exchanges:
        parts += _exchange(exchange, is_single=is_single)
    return "\n\n".join(parts) + "\n"


def _exchange(exchange: Exchange, *, is_single: bool) -> list[str]:
    parts = [] if is_single else [f"## {_line(exchange.question)}"]
    parts.append(exchange.answer)
    if exchange.sources:
        parts.append(("## " if is_single else "### ") + _("Sources"))
        parts += map(_source, exchange.sources)
    return parts


def _source(source: Source) -> str:
    quote = "\n".join(f"> {row}" for row in source.quote.splitlines())
    return "\n\n".join(part for part in (f"[{source.number}] {source.line}", quote, source.url) if part)


def _line(text: str) -> str:
    return " ".join(text.split())
