"""Whether a word that is also a name means the name here: "redes sociais" is not the course Redes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from knowledge.catalogue.forms import Form
from knowledge.catalogue.words import ARTICLES, CONNECTORS, Word
from knowledge.text.stopwords import STOPWORDS

# Beginnings of folded words near which a course, or a person, is named.
_OF_COURSES = re.compile(
    r"(asignatura|materia$|materias$|course|subject|module|modulo|guia|guide|exam|parcial|proba|prueba|test$|nota|grade|"
    r"mark|credit|ects|temario|contid|contenid|syllabus|bibliograf|avaliacion|evaluacion|assess|practica|laborator|"
    r"coordina|profesor|professor|lecturer|teach|imparte|ensina|aprob|suspen|pass|fail|curs(o|a|ar|as)$|matricul|enrol|"
    r"requisit|prerequis|competenc|asistenc|attend)"
)
_OF_PEOPLE = re.compile(
    r"(titor|tutor|despach|office|correo|mail|email|contact|profesor|professor|prof$|lecturer|teacher|docent|dra?$|"
    r"doctora?$|dona?$|coordinador|catedratic|decan|dean|imparte|ensina|teach)"
)
_TITLES = frozenset("profesor profesora profe professor prof lecturer teacher dr dra doctor doctora don dona".split())
# Between the words of one proper name.
_LINKS = frozenset("de do da dos das del la las los of the".split())
_NEAR = 4


@dataclass(frozen=True)
class Place:
    """Where a name may be standing: words[start:end]."""

    words: Sequence[Word]
    start: int
    end: int

    @property
    def before(self) -> Word | None:
        """The word just before, no punctuation between."""
        return self.words[self.start - 1] if self.start and not self.words[self.start].apart else None

    @property
    def after(self) -> Word | None:
        return self.words[self.end] if self.end < len(self.words) and not self.words[self.end].apart else None

    @property
    def capital(self) -> bool:
        """Written as a proper name, and not because a sentence begins, nor because everything is in capitals."""
        first = self.words[self.start]
        shouted = len(self.words) > 1 and all(word.text.isupper() for word in self.words)
        return first.capital and not first.begins and not shouted

    @property
    def all(self) -> bool:
        """Nothing else is said."""
        return self.start == 0 and self.end == len(self.words)

    def near(self, pattern: re.Pattern[str]) -> bool:
        """One of the few words before it, within the sentence, says what is named."""
        for number in range(self.start - 1, max(-1, self.start - 1 - _NEAR), -1):
            if pattern.match(self.words[number].folded):
                return True
            if self.words[number].begins:
                return False
        return False

    def followed_by(self, pattern: re.Pattern[str]) -> bool:
        """The word just behind it says so, as in English: "the operating systems exam"."""
        return self.after is not None and pattern.match(self.after.folded) is not None


def meant(form: Form, place: Place, slips: int) -> bool:
    """Whether the words there mean the entry and not what the same words mean in any text."""
    if form.sort == "code":
        return slips == 0
    if form.sort == "acronym":
        return slips == 0 and _acronym(place)
    if form.kind == "person":
        return _person(form, place, slips)
    if place.all or place.near(_OF_COURSES) or place.followed_by(_OF_COURSES):
        return not (slips and len(form.words) == 1 and _inflected(form, place)) and not _part_of_name(form, place)
    if form.kind == "programme" or (len(form.words) > 1 and form.sort != "family"):
        return place.capital or not (_general(place) or _inflected(form, place))
    return _single(form, place, slips)


def _acronym(place: Place) -> bool:
    text = place.words[place.start].text
    if text.isupper() or any(letter.isdigit() for letter in text):
        return len(place.words) == 1 or not all(word.text.isupper() for word in place.words)
    if not text.islower() or (len(text) > 2 and text not in STOPWORDS):
        return text.islower()
    # "quién da so", "nota de bd": what is typed in haste. Nothing but a name ends behind such a word.
    ends = place.after is None or place.after.folded.isdigit()
    return ends and place.before is not None and place.before.folded in _LINKS


def _general(place: Place) -> bool:
    """With an article before it, a word in lower case is a common noun."""
    return place.before is not None and place.before.folded in ARTICLES


def _single(form: Form, place: Place, slips: int) -> bool:
    """One common word: a capital, or the words around it, must say that it is the course."""
    if place.capital:
        return not _part_of_name(form, place) and not (slips and _inflected(form, place))
    if slips or form.sort == "family" or _general(place):
        return False
    official = form.sort == "name" and place.words[place.start].begins
    if place.after is not None and place.after.carries and not place.after.text.isdigit() and not official:
        return False
    return place.before is None or place.before.folded in CONNECTORS or not place.before.carries


def _part_of_name(form: Form, place: Place) -> bool:
    """Capitals beside the one word: "Redes Sociais", "Instituto Galego de Estatística"."""
    if len(form.words) > 1 or not place.capital:
        return False
    after = place.after
    if after is not None and after.capital and after.carries and not after.folded.isdigit():
        return True
    number = place.start - 1
    while number >= 0 and place.words[number].folded in _LINKS and not place.words[number + 1].apart:
        number -= 1
    if number < 0 or place.words[number + 1].apart:
        return False
    word = place.words[number]
    return word.capital and not word.begins and word.carries and not _OF_COURSES.match(word.folded)


def _inflected(form: Form, place: Place) -> bool:
    """Another ending of a word is another word, and no slip of the pen: "sistema operativo", "calcula"."""
    written = [word.folded for word in place.words[place.start : place.end] if word.folded not in CONNECTORS]
    return any(_other_ending(one, other) for one, other in zip(written, form.words, strict=False) if one != other)


def _other_ending(one: str, other: str) -> bool:
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return shared >= max(len(one), len(other)) - 2


def _person(form: Form, place: Place, slips: int) -> bool:
    titled = place.before is not None and place.before.folded in _TITLES
    if len(form.words) > 1:
        return True
    if slips and _inflected(form, place):
        return False
    if titled or place.all:
        return not slips or form.sort == "surname"
    if form.sort == "given":
        return not slips and _of_somebody(place)
    if _part_of_name(form, place):
        return False
    return place.near(_OF_PEOPLE) if slips else place.capital or (place.near(_OF_PEOPLE) and not _general(place))


def _of_somebody(place: Place) -> bool:
    """A given name at the end behind what somebody has: "el correo de roi"."""
    return place.after is None and place.before is not None and place.before.folded in _LINKS and place.near(_OF_PEOPLE)
