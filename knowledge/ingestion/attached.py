"""The files attached to a message (.eml), each a document of its own beside it."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import EmailMessage
from itertools import islice

from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.base import clean

MAX_FILES = 50
_MAX_NAME = 150


def files(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of those in a known format, no two of one name. What is shown within the text, such as the picture
    of a signature, is none, nor is another message. A message that cannot be understood has none."""
    names: set[str] = set()
    for part in islice(_parts(data), MAX_FILES):
        name = unused = _name(part)
        for number in range(2, MAX_FILES + 2):
            if unused not in names:
                break
            unused = f"{number}-{name}"
        names.add(unused)
        payload = part.get_payload(decode=True)
        yield unused, payload if isinstance(payload, bytes) else b""


def _parts(data: bytes) -> Iterator[EmailMessage]:
    try:
        message = message_from_bytes(data, policy=policy.default)
        parts = [part for part in message.walk() if isinstance(part, EmailMessage) and _is_file(part)]
    except (MessageError, ValueError, IndexError, AttributeError, TypeError, RecursionError):
        return
    yield from parts


def _is_file(part: EmailMessage) -> bool:
    ending = f".{_name(part).lower().rpartition('.')[2]}"
    return part.is_attachment() and ending in formats.EXTENSIONS and ending != formats.MESSAGE


def _name(part: EmailMessage) -> str:
    return clean(part.get_filename() or "").replace("\\", "/").rpartition("/")[2][-_MAX_NAME:]
