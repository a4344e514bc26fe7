"""Galician: a light stemmer, and how its words are usually spelt in Spanish and the other way round.

The stemmer takes off what nouns, adjectives and regular verbs add at the end; its stems are a space of their own. The
spellings are guesses: a wrong one is hardly ever a word.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

# Words that the rules would bring together though they have nothing to do with each other, singular.
APART = frozenset(
    """
    prazo praza porto porta caso casa bolso bolsa libro libra punto punta ramo rama fondo modo moda banco banca cargo
    carga conto conta peso pesa marco marca medio media minuto minuta plano plana dato data partido partida sabado
    mercado medida estado mesa programacion formacion
    """.split()
)
# Singular or without number, though they end in -s.
SINGULAR = frozenset(
    """
    gratis lapis tenis oasis brindis ademais despois antes menos frances ingles portugues chines xapones irlandes
    holandes danes interes
    """.split()
)
# Stems of irregular forms, and of nouns that are made from a verb, each with that of the infinitive.
IRREGULAR = {
    "abert": "abr", "devolucion": "devolv", "devolt": "devolv", "escrit": "escrib", "inscricion": "inscrib",
    "inscrit": "inscrib", "mid": "med", "pid": "ped", "prefir": "prefer", "repit": "repet", "resolt": "resolv",
    "resolucion": "resolv", "sig": "seg", "sint": "sent", "sirv": "serv",
}  # fmt: skip

PLURALS = (
    (re.compile(r"(?<=[aeiou]n)s$"), ""),
    (re.compile(r"(?<=\w{2}[aeou])is$"), "l"),
    (re.compile(r"(?<=\w{2}[^aeiou])is$"), "il"),
    (re.compile(r"(?<=\w{2}[aeiou][rs])es$"), ""),
    (re.compile(r"(?<=[aeio])s$"), ""),
)
# "Renovación" of "renovar"; of short words such as "estación" it is no ending.
NOUN = re.compile(r"(?<=\w{4})acion$")
# The longest that leaves three letters is taken off.
ENDINGS = re.compile(
    r"(?<=\w{3})(?:[ai]ndo|(?<![pftr])endo|[aei]ndose|[ai]d[oa]|[aei]ron|aban?|aches|iches|[aei]rse|[aei]r|ei|ou|eu|iu|an|en|[aeo])$"
)
SOFT = ((re.compile(r"qu$"), "c"), (re.compile(r"gu$"), "g"), (re.compile(r"z$"), "c"))


def stem(folded: str) -> str:
    """Of a folded word. Forms of one lemma meet, and keep three letters at least."""
    word = _singular(folded) if len(folded) > 3 else folded
    if len(word) >= 8:
        word = word.removesuffix("mente")
    if word in APART:
        return word
    word = NOUN.sub("", word)
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
    (r"(?<=[csx])i[óo]ns$", "iones"),
    (r"[óo]ns$", "ones"),
    (r"[áa]ns$", "anes"),
    (r"(?<=\w[dt]ad)e$", ""),
    (r"(?<=\wt)ude$", "ud"),
    (r"(?<=\w\w)ais$", "ales"),
    (r"(?<=\w\w)[eé]is$", "eles"),
    (r"(?<=\w\w)[oó]is$", "oles"),
    (r"(?<=\w\w)ís$", "iles"),
    (r"xeir(?=[oa]s?$)", "jer"),
    (r"eir(?=[oa]s?$)", "er"),
    (r"(?<=[eou])it(?=\w)", "ch"),
    (r"(?<=\w\w)ou$", "ó"),
    (r"(?<=\w\w)[ei]u$", "ió"),
    (r"(?<=\w\w)eron$", "ieron"),
    (r"ou(?=[bcdlnprstvxzñ])", "o"),
    (r"(?<=[ae])ix", "j"),
    (r"ei(?=[cdlñprsx][^s])", "e"),
    (r"(?<=^[lr])ei$", "ey"),
    (r"(?<=[ao])i(?=[oa](?:s|r|res)?$)", "y"),
    (r"(?<=c)oñe", "ono"),
    (r"(?<=a)mento(?=s?$)", "miento"),
    (r"emento(?=s?$)", "imiento"),
    (r"(?<=ti)mento(?=s?$)", "miento"),
    (r"(?<=scri)(?=ci)", "p"),
    (r"(?<=d)uc(?=i[óo]n)", "ucc"),
    (r"(?<=str)uc(?=i[óo]n)", "ucc"),
    (r"nz(?=[oa]s?$)", "nci"),
    (r"(?<=[ieí])z(?=[oa]s?$)", "ci"),
    (r"(?<=[srbl])oa", "ona"),
    (r"^xera(?=[li])", "genera"),
    (r"^exe(?=[mcr])", "eje"),
    (r"^esix", "exig"),
    (r"xec(?=[tc])", "yec"),
    (r"bx", "bj"),
    (r"^ch", "ll"),
    (r"(?<!^[eé])x(?=[ií](?!m))", "g"),
    (r"(?<=[aou])xe(?=s?$)", "je"),
    (r"(?<!^e)x(?=[eé])", "g"),
    (r"^x(?=[aouáóú])", "j"),
    (r"(?<=[nrleoiuí])x(?=[aoóuá])", "j"),
    (r"iñ(?=[oa]s?$)", "in"),
    (r"mobil", "movil"),
    (r"aría(?=s?$)", "ería"),
)
OFTEN_SPANISH = _rules(
    (r"(?<=[aeiou])ll(?=[aeiouéó])", "j"),
    (r"(?<=[pbcfg])r", "l"),
    (r"^f(?=[aeiouí])", "h"),
    (r"(?<=\w)g(?=[eé])", "j"),
    (r"anes$", "anos"),
    (r"(?<=\w)[áa]n$", "ano"),
    (r"á$", "ana"),
    (r"az(?=[oa]s?$)", "aci"),
    (r"ería(?=s?$)", "aría"),
    (r"(?<!i)e(?=(?:rr|st|nt|rt|rn|mp|nd|rv|rd|nz|c|n|b|g|dr|v)[oae]s?$)", "ie"),
    (r"o(?=(?:rt|nt|rp|rd|v|b|l|st|g|rc|d|gr|ñ)[oae]s?$)", "ue"),
    (r"(?<=[ae])l(?=[oae]s?$)", "ll"),
    (r"(?<=\w)ea(?=s?$)", "ena"),
    (r"(?<=\w)xe$", "gen"),
)
TO_GALICIAN = _rules(
    (r"ones$", "óns"),
    (r"anes$", "áns"),
    (r"(?<=\w[dt]ad)$", "e"),
    (r"(?<=\wtu)d$", "de"),
    (r"(?<=\w\w)ales$", "ais"),
    (r"(?<=\w\w)eles$", "eis"),
    (r"(?<=\w\w)oles$", "ois"),
    (r"(?<=[nvtf])iles$", "ís"),
    (r"jer(?=[oa]s?$)", "xeir"),
    (r"(?<=\w\w)er(?=[oa]s?$)", "eir"),
    (r"(?<=\w\w)ieron$", "eron"),
    (r"(?<=\w\w)ió$", "iu"),
    (r"(?<=\w\w)ó$", "ou"),
    (r"(?<=^[lr])ey$", "ei"),
    (r"(?<=[ao])y(?=[oa](?:s|r|res)?$)", "i"),
    (r"(?<=\w)yec", "xec"),
    (r"(?<=c)ono(?=[cz])", "oñe"),
    (r"(?<=t)imiento(?=s?$)", "imento"),
    (r"imiento(?=s?$)", "emento"),
    (r"amiento(?=s?$)", "amento"),
    (r"scripci", "scrici"),
    (r"ucci", "uci"),
    (r"movil", "mobil"),
    (r"(?<=\w\w)ería(?=s?$)", "aría"),
    (r"sona(?=\w*$)", "soa"),
    (r"(?<=[gm])en$", "e"),
    (r"^exig", "esix"),
    (r"^genera(?=[li])", "xera"),
    (r"g(?=[eiéí])", "x"),
    (r"j(?=[aeiouáéíóú])", "x"),
    (r"^ll", "ch"),
    (r"nci(?=[oa]s?$)", "nz"),
    (r"ie(?=(?:rr|st|nt|rt|rn|mp|nd|rv|rd|nz|mb|dr|n|r|c|l|g|b|v)\w{0,2}[oae]\w{0,2}$)", "e"),
    (r"(?<![gq])ue(?=(?:rt|nt|rp|rd|v|b|l|st|r|g|n|rz|rc|d|gr|ñ)\w{0,2}[oae]s?$)", "o"),
)
OFTEN_GALICIAN = _rules(
    (r"(?<=[aeiou])x(?=[aoeéó])", "ll"),
    (r"(?<=[ae])x(?=[aoeéó])", "ix"),
    (r"(?<=[pbcfg])l", "r"),
    (r"^h(?=[aeiouéi])", "f"),
    (r"(?<=[eo])ch(?=\w)", "it"),
    (r"in(?=[oa]s?$)", "iñ"),
    (r"(?<=\w)ano$", "án"),
    (r"(?<=\w)ana$", "á"),
    (r"(?<=\w)anos$", "áns"),
    (r"(?<=[ieaí])ci(?=[oa]s?$)", "z"),
    (r"ona(?=s?$)", "oa"),
    (r"eir(?=[oa]s?$)", "er"),
    (r"(?<=[aeio])ll(?=\w)", "l"),
    (r"(?<=\w)en(?=as?$)", "e"),
    (r"^o(?=[rt]\w+)", "ou"),
    (r"(?<=\w)o(?=[cs][oa]s?$)", "ou"),
    (r"nz(?=[oa]s?$)", "nci"),
)
MAX_SPELLINGS = 3


def spanish_spellings(word: str) -> tuple[str, ...]:
    """How Spanish may spell a Galician word, likeliest first, at most three; empty if it would spell it alike."""
    return _spellings(word, TO_SPANISH, OFTEN_SPANISH)


def galician_spellings(word: str) -> tuple[str, ...]:
    """How Galician may spell a Spanish word, likeliest first, at most three; empty if it would spell it alike."""
    return _spellings(word, TO_GALICIAN, OFTEN_GALICIAN)


def _spellings(word: str, always: Rules, often: Rules) -> tuple[str, ...]:
    word = word.lower()
    candidates = dict.fromkeys(spelling for spelling in _candidates(word, always, often) if spelling != word)
    return tuple(islice(candidates, MAX_SPELLINGS))


def _candidates(word: str, always: Rules, often: Rules) -> Iterator[str]:
    base = word
    for pattern, instead in always:
        base = pattern.sub(instead, base)
    yield base
    one = list(_changed([base], often))
    yield from one[:1]
    yield from one[1:]
    yield from _changed(one[:1], often)


def _changed(spellings: Iterable[str], rules: Rules) -> Iterator[str]:
    """Each spelling after each rule that changes it."""
    for spelling in spellings:
        for pattern, instead in rules:
            changed = pattern.sub(instead, spelling)
            if changed != spelling:
                yield changed
