"""Spanish: what Snowball leaves apart, the irregular forms of a verb and the others ("pierdo", "perder")."""

import re
from collections.abc import Iterator

# Stressed "o" and "e" become "ue" and "ie": in verbs, and in nouns beside their verbs ("cierre", "descuento").
DIPHTHONG = re.compile(r"(?<=[^aeiougq])(?:(?P<o>ue)|ie)(?=[^aeiou]{1,3}$)")
_VOWEL = re.compile(r"(?<=[^aeiougq])[eo](?=[^aeiou]{1,3}$)")
MIN_LETTERS = 5
"""of a stem whose vowel is put back: shorter ones have too many neighbours ("suelo", "solo")"""
# Stems of other irregular forms, and of nouns that are made from a verb, each with that of the infinitive.
IRREGULAR = {
    "abiert": "abr", "abrir": "abr", "abre": "abr", "abren": "abr", "adquier": "adquir", "consig": "consegu",
    "corrig": "correg", "corrij": "correg", "despid": "desped", "devolu": "devolv", "devuelt": "devolv",
    "dirij": "dirig", "elig": "eleg", "elij": "eleg", "escrit": "escrib", "exij": "exig", "impid": "imped",
    "inscripcion": "inscrib", "inscrit": "inscrib", "mid": "med", "persig": "persegu", "pid": "ped",
    "recoj": "recog", "repit": "repet", "resolu": "resolv", "resuelt": "resolv", "sig": "segu", "sirv": "serv",
}  # fmt: skip


def regular(stem: str) -> str:
    """Of a folded stem of Snowball's: the stem that the verb's infinitive has."""
    if stem in IRREGULAR:
        return IRREGULAR[stem]
    if len(stem) < MIN_LETTERS:
        return stem
    return DIPHTHONG.sub(lambda found: "o" if found["o"] else "e", stem)


def irregular(stem: str) -> Iterator[str]:
    """What `regular` makes this stem of, beside the stem itself."""
    yield from (form for form, infinitive in IRREGULAR.items() if infinitive == stem)
    if len(stem) >= MIN_LETTERS - 1:
        yield from {_VOWEL.sub(lambda found: "ue" if found[0] == "o" else "ie", stem)} - {stem}
