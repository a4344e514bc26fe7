"""Faults put into good answers."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import yaml

from bench.planted.answers import Good, joined
from chat.agent.verification.claims import MARK, Claim, claims
from chat.agent.verification.figures import NUMBER

INVENTIONS = yaml.safe_load((Path(__file__).parent / "inventions.yaml").read_text("utf-8"))
_NAME = re.compile(r"\b[A-ZÁÉÍÓÚÑ][\w'’]+(?: (?:de |da |do |del )?[A-ZÁÉÍÓÚÑ][\w'’]+)+")


@dataclass(frozen=True)
class Planted:
    good: Good
    """with the evidence that the answer is judged by"""
    text: str
    fault: str
    """the words that are wrong, as they stand in the text; of what was taken away the sentence"""


def wrong_number(good: Good, goods: Sequence[Good], random: Random) -> Planted | None:
    """Another number of the same evidence, or one near it."""
    places = [span for claim in _claims(good) for span in _found(NUMBER, good.text, claim)]
    if not places:
        return None
    start, end = random.choice(places)
    was = good.text[start:end]
    others = {number for passage in good.evidence for number in NUMBER.findall(passage.section_text)}
    alike = sorted(number for number in others if len(number) == len(was) and number not in good.text)
    near = str(int(was) + random.choice((1, 2, 5))) if was.isdigit() else was[:-1] + str((int(was[-1]) + 3) % 10)
    other = random.choice(alike) if alike and random.random() < 0.5 else near
    return _replaced(good, start, end, other)


def swapped_name(good: Good, goods: Sequence[Good], random: Random) -> Planted | None:
    """Another name of two words or more, of the same evidence or of another question's."""
    places = [span for claim in _claims(good) for span in _found(_NAME, good.text, claim)]
    if not places:
        return None
    start, end = random.choice(places)
    size = len(good.text[start:end].split())
    near = _names([good], size) - set(_NAME.findall(good.text))
    far = _names([one for one in goods if one.assistant == good.assistant], size)
    pool = sorted(near if near and random.random() < 0.5 else far)
    said = set(good.text.split())
    pool = [name for name in pool if not said & set(name.split())]
    return _replaced(good, start, end, random.choice(pool)) if pool else None


def invented_sentence(good: Good, goods: Sequence[Good], random: Random) -> Planted | None:
    """A sentence that might well be so, with a citation of the answer."""
    domain = "travel" if good.assistant == "koalaroute" else "university"
    last = _claims(good)[-1]
    mark = random.choice([mark.group() for mark in MARK.finditer(good.text)])
    cited = good.title_of(int(mark[1:-1]))
    sentence = random.choice(INVENTIONS[domain][good.brief.language]).replace("{title}", cited)
    text = f"{good.text[: last.end]} {sentence} {mark}{good.text[last.end :]}"
    return Planted(good, text, sentence)


def missing_citation(good: Good, goods: Sequence[Good], random: Random) -> Planted | None:
    claim = random.choice([claim for claim in _claims(good) if claim.numbers])
    said = re.sub(rf"\s*{MARK.pattern}", "", good.text[claim.start : claim.end])
    return Planted(good, good.text[: claim.start] + said + good.text[claim.end :], said)


def off_topic(good: Good, goods: Sequence[Good], random: Random) -> Planted | None:
    """The good answer to another question of the same assistant, its sources among the evidence."""
    mine = {passage.document for passage in good.evidence}
    others = [
        one
        for one in goods
        if one.assistant == good.assistant
        and one.brief.language == good.brief.language
        and not {citation.document for citation in one.draft.citations} & mine
    ]
    if not others:
        return None
    other = joined(good, random.choice(others))
    return Planted(other, other.text, other.text)


FAULTS: dict[str, Callable[[Good, Sequence[Good], Random], Planted | None]] = {
    "wrong number": wrong_number,
    "swapped name": swapped_name,
    "invented sentence": invented_sentence,
    "missing citation": missing_citation,
    "off-topic answer": off_topic,
}


def _claims(good: Good) -> list[Claim]:
    return [claim for claim in claims(good.text) if claim.kind == "claim"]


def _found(pattern: re.Pattern[str], text: str, claim: Claim) -> Iterator[tuple[int, int]]:
    marks = [mark.span() for mark in MARK.finditer(text)]
    for match in pattern.finditer(text, claim.start, claim.end):
        if not any(start <= match.start() < end for start, end in marks):
            yield match.span()


def _names(goods: Sequence[Good], size: int) -> set[str]:
    found = {name for good in goods for one in good.evidence for name in _NAME.findall(one.section_text)}
    return {name for name in found if len(name.split()) == size}


def _replaced(good: Good, start: int, end: int, other: str) -> Planted:
    text = good.text[:start] + other + good.text[end:]
    around = text[max(0, start - 25) : start + len(other) + 15]
    return Planted(good, text, around)
