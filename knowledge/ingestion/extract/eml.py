"""Messages (.eml): the subject as heading, sender and day, the text, and the names of what was attached."""

from __future__ import annotations

from datetime import date
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import EmailMessage

from knowledge.ingestion.extract import html, text
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Limits, clean
from knowledge.ingestion.extract.encoding import decode
from knowledge.ingestion.extract.errors import Broken, Empty, NoText
from knowledge.ingestion.metadata import DocumentMetadata

_SAID = ("From", "Date")
_MAX_FIELD = 300
ATTACHMENTS = "Attachments: "
"""before the names of what was attached, which is read beside it"""


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    try:
        message = message_from_bytes(data, policy=policy.default)
        body = message.get_body(("html", "plain")) if isinstance(message, EmailMessage) else None
        subject, fields = _field(message, "Subject"), [(name, _field(message, name)) for name in _SAID]
        attached = [name for part in message.walk() if (name := part.get_filename())]
    except (MessageError, ValueError, IndexError, AttributeError, TypeError) as error:
        raise Broken(type(error).__name__) from error
    read = _body(body, limits) if isinstance(body, EmailMessage) else []
    if not read and not subject:
        raise NoText
    heading = [Block(subject, 1)] if subject else []
    said = [Block(f"{name}: {value}", kind="pair") for name, value in fields if value]
    # Below the subject, whatever the message's own headings are.
    below = [Block(block.text, block.level + 1) if block.level and subject else block for block in read]
    names = [Block(f"{ATTACHMENTS}{', '.join(dict.fromkeys(map(clean, attached)))}", kind="pair")] if attached else []
    metadata = DocumentMetadata(title=subject, published_on=_day(message))
    return ExtractedDocument(metadata, (*heading, *said, *below, *names))


def _field(message: EmailMessage, name: str) -> str:
    return " ".join(clean(str(message.get(name, ""))).split())[:_MAX_FIELD]


def _day(message: EmailMessage) -> date | None:
    moment = getattr(message.get("Date"), "datetime", None)
    return moment.date() if moment else None


def _body(body: EmailMessage, limits: Limits) -> list[Block]:
    payload = body.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    decoded = decode(data, body.get_content_charset("")).encode()
    try:
        return list((html if body.get_content_subtype() == "html" else text).extract(decoded, limits).blocks)
    except (Empty, NoText):
        return []
