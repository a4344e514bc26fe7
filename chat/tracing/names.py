"""Names of people in a question that asks about somebody: taken for names generously, since it is refused anyway."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from knowledge.text.terms import fold

PLACEHOLDER = "[name]"

_GIVEN_NAMES = Path(__file__).with_name("given_names.txt").read_text().splitlines()
GIVEN = frozenset(word for line in _GIVEN_NAMES if line[:1] != "#" for word in line.split())
# Surnames of the same kind.
SURNAMES = frozenset(
    """
    abreu aguilar alonso alvarez barreiro benitez bermudez cabrera caamano carballo carrasco castineira diaz diez
    dominguez estevez fernandez ferreiro fontan freire garcia garrido gimenez gomez gonzalez gutierrez guzman
    hernandez herrera ibanez jimenez lopez lorenzo losada louro marquez martinez mendez molina mosquera munoz
    navarro novoa nunez ortega ortiz otero pazos pedreira pereira pereiro perez pineiro quintana quintela ramirez
    rial rodriguez romero ruiz salgado sanchez santamaria santana seijas seoane serrano sieiro soto souto suarez
    taboada teixeira varela vazquez veiga vidal villar yanez smith johnson jones williams taylor wilson
    """.split()
)
KNOWN = GIVEN | SURNAMES
# Words that stand after a name, or begin a sentence, and are none.
_OTHERS = frozenset(
    """
    a al ao aos as algun algunha ante antes aprobou aprobo can cando como con conoces could cal cales canto cantas
    cantos cuando cual cuales cuanto cuantas cuantos da dame das de del denme desde did dime dique do does dos
    durante e el ela ella en entre era es esa ese esta este fue foi get give ha has have he her his hai hay how i
    if in is it la las le lle lo los list mais me mi mina mostrame my na nas necesito no non nos o of on os ou para
    please podes podeis por porque puedes pode puede que quen quero quiero quien sabes saca sacado sacou saco se
    she should show si son su sus suspendeu suspendio tell ten the tiene they to tu un una unha was were what when
    where which who whose why will with would y you e-mail email telefono correo nota notas grade grades mark marks
    dni nif nie dixo dijo said espanol galego english universidade universidad university campus aula curso grao
    grado
    """.split()
)
_PARTICLES = frozenset("de del da do dos das la las los y e von van".split())
# Courses, degrees and places are written with capitals too.
_NO_PERSON = re.compile(
    r"sistemas?|operativos|computer|networks|machine|learning|bases?|datos|databases|intelixencia|inteligencia|"
    r"artificial|ciencias?|enxenaria|ingenieria|engineering|grado|grao|degree|master|mestrado|facultad\w*|faculty|"
    r"escuela|escola|school|universidad\w*|university|edificio|building|biblioteca|library|campus|servicio|servizo|"
    r"oficina|office|unidad\w*|departamento|department|aprendizaje|aprendizaxe|automatico|redes|algebra|calculo|"
    r"programacion|estatistica|estadistica|etica|dereito|derecho|informatica|fisica|quimica|matematicas|proyectos?|"
    r"proxectos?|trabajo|traballo|gold|sunshine|coast|new|south"
)
# A capital after one of these begins a course or a place rather than a person.
_PLACE = frozenset("en in no na nos nas at on".split())
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\.?")
_SHOUTED = 0.7


def people(text: str) -> Iterator[str]:
    """As they are written there."""
    words = list(_WORD.finditer(text))
    at = 0
    while at < len(words):
        last = _end_of_name(words, at, shouted=_is_shouted(text))
        if last > at:
            yield text[words[at].start() : words[last - 1].end()].rstrip(".")
        at = max(last, at + 1)


def replaced(text: str, people: Sequence[str]) -> str:
    return _any_of(tuple(people)).sub(PLACEHOLDER, text) if people else text


@cache
def _any_of(people: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, people))})(?!\w)", re.IGNORECASE)


def _end_of_name(words: Sequence[re.Match[str]], at: int, *, shouted: bool) -> int:
    """The place after the name that begins at a word; the word's own where none begins."""
    if not _begins(words, at, shouted=shouted):
        return at
    end = at + 1
    written_small = shouted or words[at].group()[0].islower()
    while end < len(words) and _is_next_to(words, end):
        ahead = end
        while ahead < len(words) - 1 and fold(words[ahead].group()) in _PARTICLES and _is_next_to(words, ahead + 1):
            ahead += 1
        if not _goes_on(words[ahead].group(), written_small=written_small):
            break
        end = ahead + 1
    return end


def _begins(words: Sequence[re.Match[str]], at: int, *, shouted: bool) -> bool:
    word = words[at].group()
    known = fold(word.rstrip(".")) in KNOWN
    if known or shouted or word[0].islower() or not _may_be_name(word):
        return known
    before = words[at - 1].string[: words[at].start()].rstrip() if at else ""
    if not before or before[-1] in ".?!¿¡:\n":
        # The first word of a sentence has its capital anyway.
        following = words[at + 1].group() if at + 1 < len(words) and _is_next_to(words, at + 1) else ""
        return bool(following) and following[0].isupper() and _may_be_name(following)
    return fold(words[at - 1].group()) not in _PLACE


def _goes_on(word: str, *, written_small: bool) -> bool:
    return _may_be_name(word) and (written_small or word[0].isupper())


def _may_be_name(word: str) -> bool:
    folded = fold(word.rstrip("."))
    return folded not in _OTHERS and not _NO_PERSON.fullmatch(folded) and not (word.isupper() and 1 < len(word) < 5)


def _is_next_to(words: Sequence[re.Match[str]], at: int) -> bool:
    between = words[at].string[words[at - 1].end() : words[at].start()]
    return between.isspace() and "\n" not in between


def _is_shouted(text: str) -> bool:
    letters = [sign for sign in text if sign.isalpha()]
    return bool(letters) and sum(sign.isupper() for sign in letters) / len(letters) > _SHOUTED
