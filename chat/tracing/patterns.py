"""What personal data looks like: e-mail addresses, telephone numbers, DNI and NIE, accounts.

Check digits decide wherever there are any; without them, a word before the number does.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from stdnum import iban
from stdnum.es import dni, nie

# Looked for first: most texts have none of it, and the patterns below are slower.
_AT = re.compile(r"@")
_AT_IN_WORDS = re.compile(r"(?i)arroba|[(\[{] ?at ?[)\]}]")
_DIGITS = re.compile(r"\d(?:[^\w@]{0,3}\d){5}")

EMAIL = re.compile(r"(?<![\w.+-])[\w.+'-]*[\w+-]@(?:[\w-]+(?:\.[\w-]+)*\.)?[^\W\d_]{2,}")
# "juan arroba correo punto com", "juan (at) correo.com"
EMAIL_IN_WORDS = re.compile(
    r"(?<![\w.+-])[\w.+-]+(?: ?[(\[{] ?(?:arroba|at) ?[)\]}] ?| +arroba +)[\w-]+"
    r"(?:(?:\.| ?[(\[{] ?(?:punto|dot) ?[)\]}] ?| +(?:punto|dot) +)[\w-]+)*"
    r"(?:\.| ?[(\[{] ?(?:punto|dot) ?[)\]}] ?| +(?:punto|dot) +)[^\W\d_]{2,}",
    re.IGNORECASE,
)

_SPANISH_IBAN = r"ES[ .-]?\d{2}(?:[ .-]?\d){20}"
IBAN = re.compile(rf"(?<!\w)(?:{_SPANISH_IBAN}|[A-Z]{{2}}\d{{2}}(?:[ .-]?[A-Z0-9]){{11,30}})(?![\dA-Z])", re.IGNORECASE)
IBAN_LENGTHS = range(15, 35)
# The twenty digits of a Spanish account, where something says that it is one.
ACCOUNT = re.compile(
    r"(?i:\b(?:cuenta|conta|account|ccc|iban)\b\D{0,25}?)"
    r"(?P<value>\d{4}[ .-]?\d{4}[ .-]?\d{2}[ .-]?\d{10}|\d{4}(?:[ .-]?\d{4}){4})(?!\d)"
)

DNI = re.compile(
    r"(?<![\w.-])(?:\d{2}[ .]?\d{3}[ .]?\d{3}|\d{1,2}\.\d{3}\.\d{3}|[XYZ][ .-]?\d[ .]?\d{3}[ .]?\d{3})[ .-]{0,3}"
    r"[A-HJ-NP-TV-Z](?!\w)",
    re.IGNORECASE,
)
# A wrong letter, or none, where something says what the number is.
IDENTITY = re.compile(
    r"(?i:\b(?:dni|d\.n\.i\.?|nif|n\.i\.f\.?|nie|pasaporte|passport|identidade?|identity(?: card)?(?: number)?|"
    r"carn[eé]|c[eé]dula)\b"
    r"(?:\s+(?:es|e|é|is|son|número|numero|number|no|núm|num|nº|n\.º|:)\b\.?)*[\s:.,ºª#]{0,4})"
    r"(?P<value>(?:[XYZxyz]|[A-Za-z]{2,3})?[ .-]?\d{1,3}[ .]?\d{3}[ .]?\d{2,3}(?:[ .-]{0,2}[A-Za-z])?)(?![\w])"
)

_EXTENSION = re.compile(r"(?<![\s,;(])[\s,;(]*+(?:ext|x|#)", re.IGNORECASE)
# Nine digits after one of these are the number of something.
_NUMBER_OF = re.compile(
    r"(?i)\b(?:expedientes?|expte|rexistro|registro|registration|solicitude?s?|application|referencia|reference|ref|"
    r"factura|invoice|documento|document|doc|c[oó]digos?|code|orde|orden|order|pedido|ticket|isbn|issn|doi|serie|"
    r"serial|identificador|identifier|identif|id|csv|contrato|contract|convocatoria|bdns|bono|recibo|receipt|handle|acta|"
    r"resoluci[oó]n|incidencia|página|page|bit|bits|orcid|pmid|arquivo|archivo|file)\b"
    r"[\s.:,#ºªn°_()-]{0,6}(?:(?:de|do|da|del|of|é|es|is|el|o|a|la|con|número|numero|number|núm|num|no)\b[\s.:#º°]*){0,3}$"
)
_AMOUNT = re.compile(r"(?i)\s?(?:€|\$|%|euros?\b|eur\b|usd\b|habitantes\b|bytes?\b|personas?\b|persoas\b|people\b)")


Span = tuple[int, int]


@dataclass(frozen=True)
class Kind:
    placeholder: str
    spans: Callable[[str], Iterator[Span]]
    hint: re.Pattern[str]
    """found in every text that holds one"""

    def replaced(self, text: str, keep: Collection[str]) -> str:
        for start, end in reversed(list(self._spans(text))):
            if normal(text[start:end]) not in keep:
                text = text[:start] + self.placeholder + text[end:]
        return text

    def found(self, text: str) -> Iterator[str]:
        return (normal(text[start:end]) for start, end in self._spans(text))

    def _spans(self, text: str) -> Iterator[Span]:
        return self.spans(text) if self.hint.search(text) else iter(())


def written_as(
    pattern: re.Pattern[str], holds: Callable[[str], bool] = lambda _value: True
) -> Callable[[str], Iterator[Span]]:
    """Where the pattern, or its group `value`, stands; `holds` tells whether what has the form is the thing itself."""
    part = "value" if "value" in pattern.groupindex else 0

    def spans(text: str) -> Iterator[Span]:
        return (match.span(part) for match in pattern.finditer(text) if holds(match[part]))

    return spans


def normal(value: str) -> str:
    """Written with or without its spaces and capitals it is the same: 981 16 70 00, +34 981167000."""
    bare = re.sub(r"[^\w@.+]" if "@" in value else r"[\W_]", "", value).lower()
    return re.sub(r"^(?:0034|34)(?=[6-9]\d{8}$)", "", bare)


def is_iban(value: str) -> bool:
    """By its check digits; a Spanish one with a typing mistake is an account all the same."""
    bare = _bare(value)
    if bare.startswith("ES"):
        return re.fullmatch(r"ES\d{22}", bare) is not None
    # Where it ends and the next word begins, only its check digits tell.
    return any(iban.is_valid(bare[:length]) for length in IBAN_LENGTHS)


def is_dni(value: str) -> bool:
    bare = _bare(value)
    return bool(dni.is_valid(bare.zfill(9)) or nie.is_valid(bare))


def _bare(value: str) -> str:
    return re.sub(r"[ .-]", "", value).upper()


def telephones(text: str) -> Iterator[Span]:
    """Those of Spain, and of others with + or 00."""
    # Imported here: it takes a moment, which only what answers needs.
    from phonenumbers import PhoneNumberMatcher

    for match in PhoneNumberMatcher(text, "ES"):
        end = match.start + len(_EXTENSION.split(match.raw_string, maxsplit=1)[0])
        before, after = text[max(0, match.start - 50) : match.start], text[end:]
        is_international = match.raw_string.lstrip("(").startswith(("+", "00"))
        if is_international or not (_NUMBER_OF.search(before) or _AMOUNT.match(after)):
            yield match.start, end


# In this order: the longer ones first, so that no part of them is taken for a shorter one.
KINDS = (
    Kind("[e-mail]", written_as(EMAIL), _AT),
    Kind("[e-mail]", written_as(EMAIL_IN_WORDS), _AT_IN_WORDS),
    Kind("[account]", written_as(IBAN, is_iban), _DIGITS),
    Kind("[account]", written_as(ACCOUNT), _DIGITS),
    Kind("[identity number]", written_as(DNI, is_dni), _DIGITS),
    Kind("[identity number]", written_as(IDENTITY), _DIGITS),
    Kind("[telephone]", telephones, _DIGITS),
)
