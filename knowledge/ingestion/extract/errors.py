"""Why a document cannot be read. Each has a sentence for a person, which says what to do.

The sentence is stored with the document in English and translated where it is shown; `detail` is shown as it is.
Nothing of Django is imported: these errors also travel out of the process that parses a file.
"""

import re
from math import ceil


def gettext_noop(message: str) -> str:
    """Marks a sentence for translation."""
    return message


class ExtractionError(Exception):
    message = gettext_noop("The document cannot be read.")
    lies_in_file = False
    """whether nothing but another file helps: reading this one again would end in the same way"""

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail)
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.message}\n{self.detail}" if self.detail else self.message


class Broken(ExtractionError):
    message = gettext_noop("The file is damaged or incomplete. Open it, save it again and upload the new copy.")
    lies_in_file = True


class Encrypted(ExtractionError):
    message = gettext_noop("The file is protected by a password. Remove the password and upload it again.")
    lies_in_file = True


class Empty(ExtractionError):
    message = gettext_noop("The file is empty. Upload one with text.")
    lies_in_file = True


class NoText(ExtractionError):
    message = gettext_noop(
        "No text was found, by text recognition either. Upload a sharper scan, or a version with text that can be "
        "selected."
    )
    lies_in_file = True


class TooLarge(ExtractionError):
    message = gettext_noop("The file is larger than this site accepts. Split it, or raise MAX_UPLOAD_MB.")

    @classmethod
    def of(cls, size: int, max_mb: int, name: str = "") -> "TooLarge":
        """Rounded up: 50.01 MB are not "50 MB > 50 MB"."""
        figures = f"{ceil(size / 2**20 * 10) / 10:g} MB > {max_mb} MB"
        return cls(f"{name}: {figures}" if name else figures)


class TooManyPages(ExtractionError):
    message = gettext_noop("The document has more pages than this site accepts. Split it, or raise MAX_PAGES.")


class TooMuchText(ExtractionError):
    message = gettext_noop("The document has more text than this site accepts. Split it, or raise MAX_TEXT_CHARACTERS.")


class TooManyBlocks(ExtractionError):
    message = gettext_noop(
        "The document has more paragraphs and table rows than this site accepts. Split it, or raise MAX_BLOCKS."
    )


class TooManyPassages(ExtractionError):
    message = gettext_noop("The document makes more passages than this site accepts. Split it, or raise MAX_CHUNKS.")


class TooMuchUnpacked(ExtractionError):
    message = gettext_noop("The file holds far more than its size says, or too many files. Split it.")


class UnknownFormat(ExtractionError):
    message = gettext_noop(
        "This format cannot be read. Upload PDF, a text document, presentation or sheet (.docx, .odt, .rtf, .pptx, "
        ".odp, .xlsx, .ods, .csv), HTML, Markdown, plain text, EPUB, a message (.eml) or a picture of a page (PNG, "
        "JPEG, TIFF)."
    )
    lies_in_file = True


class OldFormat(ExtractionError):
    message = gettext_noop(
        "This is a file of an old office program (.doc, .xls, .ppt). Open it, save it as .docx, .xlsx, .pptx or PDF "
        "and upload that."
    )
    lies_in_file = True


class SeveralDocuments(ExtractionError):
    message = gettext_noop(
        "This file holds several documents (.zip, .jsonl). Upload it in administration, which takes each of them in, "
        "or send them one by one."
    )
    lies_in_file = True


class NestedArchive(ExtractionError):
    message = gettext_noop("An archive within an archive is not opened. Unpack it and upload its files.")
    lies_in_file = True


class TooManyDocuments(ExtractionError):
    message = gettext_noop(
        "The file holds more documents than one upload takes in: the first ones are here, the rest are not. Split it, "
        "or use `manage.py ingest`."
    )


class LinkedFile(ExtractionError):
    message = gettext_noop("This is a link to a file outside the folder. Copy the file into it, or name it itself.")


class BadMetadata(ExtractionError):
    message = gettext_noop("The document's metadata cannot be understood. Correct the value and upload it again.")
    lies_in_file = True


class TimedOut(ExtractionError):
    message = gettext_noop(
        "Reading the document took too long. Save it again in a simpler form, or raise EXTRACT_TIMEOUT_SECONDS."
    )


class OutOfMemory(ExtractionError):
    message = gettext_noop("Reading the document takes too much memory. Split it, or raise EXTRACT_MEMORY_MB.")


class NotNow(ExtractionError):
    message = gettext_noop("Files of others are being opened just now. Upload it again in a moment.")


class NoTokenizer(ExtractionError):
    message = gettext_noop("The embedding model cannot be loaded, so that no document can be cut into passages.")


# What libraries say that have no MemoryError to raise.
_NO_MEMORY = re.compile(r"bad.?alloc|alloc\w{0,9} memory|insufficient memory|failed to map", re.IGNORECASE)


def named(error: Exception) -> ExtractionError:
    """The one of ours that says what a person can do about a library's error."""
    if isinstance(error, ExtractionError):
        return error
    if isinstance(error, MemoryError) or _NO_MEMORY.search(str(error)):
        return OutOfMemory()
    # Parsers fail on damaged files in more ways than can be named.
    return Broken(f"{type(error).__name__}: {error}"[:300])


def stored(text: str) -> ExtractionError:
    """The error that str() made the text of."""
    sentence, _, detail = text.partition("\n")
    return next((error for error in BY_NAME.values() if error.message == sentence), ExtractionError)(detail)


BY_NAME: dict[str, type[ExtractionError]] = {
    error.__name__: error
    for error in (
        ExtractionError, Broken, Encrypted, Empty, NoText, TooLarge, TooManyPages, TooMuchText, TooManyBlocks,
        TooManyPassages, TooMuchUnpacked, UnknownFormat, OldFormat, SeveralDocuments, NestedArchive, TooManyDocuments,
        BadMetadata, TimedOut, OutOfMemory, NotNow, NoTokenizer,
    )
}  # fmt: skip
