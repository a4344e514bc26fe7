"""Galician: a light stemmer, and how its words are usually spelt in Spanish and the other way round.

The stemmer takes off what nouns, adjectives and regular verbs add at the end; its stems are a space of their own. The
spellings are guesses: a wrong one is hardly ever a word.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

# Words that the rules would bring together though they have nothing to do with each other, singular.
APART = frozenset(
    """
    prazo praza porto porta caso casa bolso bolsa libro libra punto punta ramo rama fondo modo moda banco banca cargo
    carga conto conta peso pesa marco marca medio media minuto minuta plano plana dato data partido partida sabado
    mercado medida estado grupo norma resto foro foto
    """.split()
)
# Singular or without number, though they end in -s.
SINGULAR = frozenset("gratis lapis tenis oasis brindis paris curriculums ademais adeus despois antes menos".split())
IRREGULAR = {"pid": "ped", "sirv": "serv", "repit": "repet", "sint": "sent", "prefir": "prefer"}

PLURALS = (
    (re.compile(r"(?<=[aeiou]n)s$"), ""),
    (re.compile(r"(?<=\w{2}[aeou])is$"), "l"),
    (re.compile(r"(?<=\w{2}[^aeiou])is$"), "il"),
    (re.compile(r"(?<=\w{2}[aeiou][rs])es$"), ""),
    (re.compile(r"(?<=[aeio])s$"), ""),
)
# The longest that leaves three letters is taken off.
ENDINGS = re.compile(
    r"(?<=\w{3})(?:[aei]ndo|[ai]d[oa]|[aei]ron|aban?|aches|iches|[aei]rse|[aei]r|ei|ou|eu|iu|an|en|[aeo])$"
)
SOFT = ((re.compile(r"qu$"), "c"), (re.compile(r"gu$"), "g"), (re.compile(r"z$"), "c"))


def stem(folded: str) -> str:
    """Of a folded word. Forms of one lemma meet; words of three letters and fewer stay as they are."""
    if len(folded) <= 3:
        return folded
    word = _singular(folded)
    if len(word) >= 8 and word.endswith("mente"):
        word = word.removesuffix("mente")
    if word in APART or len(word) <= 3:
        return word
    word = ENDINGS.sub("", word, count=1)
    for ending, instead in SOFT:
        word = ending.sub(instead, word)
    return IRREGULAR.get(word, word)


def _singular(word: str) -> str:
    if word in SINGULAR:
        return word
    for ending, instead in PLURALS:
        singular, changed = ending.subn(instead, word)
        if changed:
            return singular
    return word


Rules = Sequence[tuple[re.Pattern[str], str]]


def _rules(*pairs: tuple[str, str]) -> Rules:
    return tuple((re.compile(pattern), instead) for pattern, instead in pairs)


# What nearly always changes, in this order, and what often does, the likeliest first.
TO_SPANISH = _rules(
    (r"ci[óo]ns$", "ciones"),
    (r"([sx])i[óo]ns$", r"\1iones"),
    (r"[óo]ns$", "ones"),
    (r"[áa]ns$", "anes"),
    (r"(?<=\w[dt]ad)e$", ""),
    (r"(?<=\w{2}t)ude$", "ud"),
    (r"(?<=\w\w)ais$", "ales"),
    (r"(?<=\w\w)[eé]is$", "eles"),
    (r"(?<=\w\w)[oó]is$", "oles"),
    (r"(?<=[nvtf])[ií]s$", "iles"),
    (r"eir(?=[oa]s?$)", "er"),
    (r"(?<=\w\w)ou$", "ó"),
    (r"(?<=\w\w)[ei]u$", "ió"),
    (r"eron$", "ieron"),
    (r"ou(?=[tbrsvlcpñn])", "o"),
    (r"ei(?=[txrscdlpñ][^s])", "e"),
    (r"i?lei$", "ley"),
    (r"(?<=[ao])i(?=[oa]s?$)", "y"),
    (r"(?<=c)oñe", "ono"),
    (r"(?<=[ae])mento(?=s?$)", "miento"),
    (r"(?<=\w)emiento", "imiento"),
    (r"(?<=scri)(?=ci)", "p"),
    (r"(?<=d)uc(?=i[óo]n)", "ucc"),
    (r"(?<=str)uc(?=i[óo]n)", "ucc"),
    (r"nz(?=[oa]s?$)", "nci"),
    (r"(?<=[ie])z(?=os?$)", "ci"),
    (r"(?<=\w)oal(?=\w*$)", "onal"),
    (r"(?<=\w)oa(?=s?$)", "ona"),
    (r"^xer", "ger"),
    (r"^exe(?=[mcr])", "eje"),
    (r"^esix", "exig"),
    (r"xec(?=[tc])", "yec"),
    (r"^ch", "ll"),
    (r"(?<!^e)x(?=[ií])", "g"),
    (r"(?<=[aou])xe(?=s?$)", "je"),
    (r"(?<=[nrlaou])xe", "ge"),
    (r"^xe", "ge"),
    (r"^x(?=[aouáóú])", "j"),
    (r"(?<=[nrlaoiuí])x(?=[aoóuá])", "j"),
    (r"iñ(?=[oa]s?$)", "in"),
    (r"aría(?=s?$)", "ería"),
)
OFTEN_SPANISH = _rules(
    (r"(?<=[aeiou])ll(?=[aeioué])", "j"),
    (r"(?<=[pbcfg])r", "l"),
    (r"^f(?=[aeiouí])", "h"),
    (r"(?<=[aeiourn])x(?=[aeioé])", "j"),
    (r"anes$", "anos"),
    (r"(?<=\w\w)[áa]n$", "ano"),
    (r"á$", "ana"),
    (r"az(?=os?$)", "aci"),
    (r"ería(?=s?$)", "aría"),
    (r"e(?=(?:rr|st|nt|rt|rn|mp|nd|r[vd]|c|n)[oae]s?$)", "ie"),
    (r"e(?=(?:rr|st|nt|rt|rn|mp|nd|rv|rd)ar$)", "e"),
    (r"o(?=(?:rt|nt|rp|rd|v|b|l|st|g)[oae]s?$)", "ue"),
)
TO_GALICIAN = _rules(
    (r"(?<=i)ones$", "óns"),
    (r"ones$", "óns"),
    (r"anes$", "áns"),
    (r"(?<=\w\w[dt]ad)$", "e"),
    (r"(?<=\w\wtu)d$", "de"),
    (r"(?<=\w\w)ales$", "ais"),
    (r"(?<=\w\w)eles$", "eis"),
    (r"(?<=\w\w)oles$", "ois"),
    (r"(?<=[nvtf])iles$", "ís"),
    (r"(?<=\w\w)er(?=[oa]s?$)", "eir"),
    (r"ieron$", "eron"),
    (r"(?<=\w\w)ió$", "eu"),
    (r"(?<=\w\w)ó$", "ou"),
    (r"ley$", "lei"),
    (r"(?<=[ao])y(?=[oa]s?$)", "i"),
    (r"(?<=\w)yec", "xec"),
    (r"(?<=c)ono(?=[cz])", "oñe"),
    (r"imiento(?=s?$)", "emento"),
    (r"amiento(?=s?$)", "amento"),
    (r"scripci", "scrici"),
    (r"ucci", "uci"),
    (r"ía(?=s?$)", "ía"),
    (r"(?<=\w\w)ería(?=s?$)", "aría"),
    (r"onal(?=\w*$)", "oal"),
    (r"g(?=[eiéí])", "x"),
    (r"j(?=[aeiouáéíóú])", "x"),
    (r"^ll", "ch"),
    (r"^eje", "exe"),
    (r"nci(?=[oa]s?$)", "nz"),
    (r"(?<=i)ci(?=os?$)", "z"),
    (r"ie(?=(?:rr|st|nt|rt|rn|mp|nd|rv|rd|n|r|c|mb|l|g)\w{0,2}[oae]\w{0,2}$)", "e"),
    (r"ue(?=(?:rt|nt|rp|rd|v|b|l|st|r|g|n|rz)\w{0,2}[oae]s?$)", "o"),
)
OFTEN_GALICIAN = _rules(
    (r"(?<=[aeiou])x(?=[aeioé])", "ll"),
    (r"(?<=[pbcfg])l", "r"),
    (r"^h(?=[aeioué])", "f"),
    (r"in(?=[oa]s?$)", "iñ"),
    (r"ano$", "án"),
    (r"ana$", "á"),
    (r"anos$", "áns"),
    (r"ona(?=s?$)", "oa"),
    (r"eir(?=[oa]s?$)", "er"),
    (r"aci(?=os?$)", "az"),
    (r"nz(?=[oa]s?$)", "nci"),
    (r"oal(?=\w*$)", "onal"),
)
MOST_SPELLINGS = 3


def spanish_spellings(word: str) -> tuple[str, ...]:
    """How Spanish may spell a Galician word, likeliest first, at most three; empty if it would spell it alike."""
    return _spellings(word, TO_SPANISH, OFTEN_SPANISH)


def galician_spellings(word: str) -> tuple[str, ...]:
    """How Galician may spell a Spanish word, likeliest first, at most three; empty if it would spell it alike."""
    return _spellings(word, TO_GALICIAN, OFTEN_GALICIAN)


def _spellings(word: str, always: Rules, often: Rules) -> tuple[str, ...]:
    word = word.lower()
    candidates = dict.fromkeys(spelling for spelling in _candidates(word, always, often) if spelling != word)
    return tuple(islice(candidates, MOST_SPELLINGS))


def _candidates(word: str, always: Rules, often: Rules) -> Iterator[str]:
    base = word
    for pattern, instead in always:
        base = pattern.sub(instead, base)
    yield base
    changed = [pattern.sub(instead, base) for pattern, instead in often]
    yield from (spelling for spelling in changed if spelling != base)
    both = base
    for pattern, instead in often:
        both = pattern.sub(instead, both)
    yield both
