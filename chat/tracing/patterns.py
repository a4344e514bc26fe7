"""What personal data looks like: e-mail addresses, telephone numbers, DNI and NIE, accounts.

Check digits decide wherever there are any; without them, a word before the number does.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

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

# From https://www.swift.com/standards/data-standards/iban: how long an account of each country is.
IBAN_LENGTHS = {
    "AD": 24, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24,
    "FI": 18, "FR": 27, "GB": 22, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21, "LT": 20,
    "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "SE": 24, "SI": 19,
    "SK": 24, "SM": 27, "TR": 26,
}  # fmt: skip
_SPANISH_IBAN = r"ES[ .-]?\d{2}(?:[ .-]?\d){20}"
IBAN = re.compile(
    rf"(?<!\w)(?:{_SPANISH_IBAN}|(?:{'|'.join(IBAN_LENGTHS)})\d{{2}}(?:[ .-]?[A-Z0-9]){{11,27}})(?![\dA-Z])",
    re.IGNORECASE,
)
# The twenty digits of a Spanish account, where something says that it is one.
ACCOUNT = re.compile(
    r"(?i:\b(?:cuenta|conta|account|ccc|iban)\b\D{0,25}?)"
    r"(?P<value>\d{4}[ .-]?\d{4}[ .-]?\d{2}[ .-]?\d{10}|\d{4}(?:[ .-]?\d{4}){4})(?!\d)"
)

_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
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

_SEP = r"[ .\u00a0·–-]"
_SPAIN = r"(?:\(?(?:\+|00) ?34\)?[ .\u00a0–-]{0,2}|\b34[ .-]|\b34(?=[6-9]\d{8}\b))"
_GROUPS = (
    rf"(?:\(?[6-9]\d\d\)?{_SEP}?(?: ?[/–-] ?)?"
    rf"(?:\d{{3}}{_SEP}?\d{{3}}|\d{{2}}(?P<sep>{_SEP})\d{{2}}(?P=sep)\d{{2}}|\d{{2}}{_SEP}?\d{{4}})"
    rf"|\(?[89]\d\)?{_SEP}\d{{3}}{_SEP}\d{{2}}{_SEP}?\d{{2}}"
    rf"|\b[67]\d(?P<two>{_SEP})\d{{2}}(?P=two)\d{{2}}(?P=two)\d{{2}}(?P=two)\d"
    rf"|\b[6-9](?:{_SEP}\d){{8}})"
)
TELEPHONE = re.compile(
    rf"(?<![\w+/])(?<!\d[.-])(?<!\b\d,)(?<!\b\d\d,)(?<!\b\d{3},)(?P<prefix>{_SPAIN})?{_GROUPS}(?![\w])(?![.-]\d)(?!,\d{{1,2}}\b)"
    r"|(?<!\w)(?:\+|00)[1-9]\d{0,2}[ .-]?(?:\(?\d{1,4}\)?[ .-]?){1,5}\d{2,4}(?!\w)"
)
# Nine digits after one of these are the number of something.
_NUMBER_OF = re.compile(
    r"(?i)\b(?:expedientes?|expte|rexistro|registro|registration|solicitude?s?|application|referencia|reference|ref|"
    r"factura|invoice|documento|document|doc|c[oó]digos?|code|orde|orden|order|pedido|ticket|isbn|issn|doi|serie|"
    r"serial|identificador|identifier|identif|id|csv|contrato|contract|convocatoria|bdns|bono|recibo|receipt|handle|acta|"
    r"resoluci[oó]n|incidencia|página|page|bit|bits|orcid|pmid|arquivo|archivo|file)\b"
    r"[\s.:,#ºªn°_()-]{0,6}(?:(?:de|do|da|del|of|é|es|is|el|o|a|la|con|número|numero|number|núm|num|no)\b[\s.:#º°]*){0,3}$"
)
_AMOUNT = re.compile(r"(?i)\s?(?:€|\$|%|euros?\b|eur\b|usd\b|habitantes\b|bytes?\b|personas?\b|persoas\b|people\b)")


@dataclass(frozen=True)
class Kind:
    placeholder: str
    pattern: re.Pattern[str]
    hint: re.Pattern[str]
    """found in every text that the pattern is found in"""
    holds: Callable[[re.Match[str]], bool] = lambda _match: True
    """whether what has the form is the thing itself"""

    def replaced(self, text: str, keep: Collection[str]) -> str:
        def put(match: re.Match[str]) -> str:
            start, end = _span(match)
            if not self.holds(match) or normal(match.string[start:end]) in keep:
                return match.group()
            return match.string[match.start() : start] + self.placeholder + match.string[end : match.end()]

        return self.pattern.sub(put, text) if self.hint.search(text) else text

    def found(self, text: str) -> Iterator[str]:
        for match in self.pattern.finditer(text) if self.hint.search(text) else ():
            if self.holds(match):
                start, end = _span(match)
                yield normal(text[start:end])


def _span(match: re.Match[str]) -> tuple[int, int]:
    return match.span("value") if "value" in match.re.groupindex else match.span()


def normal(value: str) -> str:
    """Written with or without its spaces and capitals it is the same: 981 16 70 00, +34 981167000."""
    bare = re.sub(r"[^\w@.+]" if "@" in value else r"[\W_]", "", value).lower()
    return re.sub(r"^(?:0034|34)(?=[6-9]\d{8}$)", "", bare)


def is_iban(match: re.Match[str]) -> bool:
    """ISO 7064, mod 97-10; a Spanish one with a typing mistake is an account all the same."""
    bare = re.sub(r"[ .-]", "", match.group()).upper()
    if bare.startswith("ES"):
        return len(bare) == IBAN_LENGTHS["ES"]
    bare = bare[: IBAN_LENGTHS[bare[:2]]]
    digits = "".join(str(int(sign, 36)) for sign in bare[4:] + bare[:4])
    return len(bare) == IBAN_LENGTHS[bare[:2]] and int(digits) % 97 == 1


def is_dni(match: re.Match[str]) -> bool:
    """The letter is the remainder of the number by 23; X, Y and Z of a NIE stand for 0, 1 and 2."""
    bare = re.sub(r"[ .-]", "", match.group()).upper()
    number = bare[:-1].translate(str.maketrans("XYZ", "012"))
    return _DNI_LETTERS[int(number) % 23] == bare[-1]


def is_telephone(match: re.Match[str]) -> bool:
    if match.group().lstrip("(")[0] in "+0":
        return 8 <= sum(sign.isdigit() for sign in match.group()) <= 15
    if match.group("prefix"):
        return True
    before, after = match.string[max(0, match.start() - 50) : match.start()], match.string[match.end() :]
    return not _NUMBER_OF.search(before) and not _AMOUNT.match(after)


# In this order: the longer ones first, so that no part of them is taken for a shorter one.
KINDS = (
    Kind("[e-mail]", EMAIL, _AT),
    Kind("[e-mail]", EMAIL_IN_WORDS, _AT_IN_WORDS),
    Kind("[account]", IBAN, _DIGITS, is_iban),
    Kind("[account]", ACCOUNT, _DIGITS),
    Kind("[identity number]", DNI, _DIGITS, is_dni),
    Kind("[identity number]", IDENTITY, _DIGITS),
    Kind("[telephone]", TELEPHONE, _DIGITS, is_telephone),
)
