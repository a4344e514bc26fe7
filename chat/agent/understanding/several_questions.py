"""The questions of a message: "Can I pay in instalments? And is there a discount?" asks two, and so does "How do I book
a room and how many must we be?"."""

import re
from collections.abc import Iterator
from itertools import islice

from chat.agent.events import Question
from chat.agent.retrieval.sides import choices
from chat.agent.state import Asked
from chat.agent.understanding.about_answer import small_talk
from chat.agent.understanding.by_rules import by_words
from chat.agent.understanding.counterparts import in_place
from chat.agent.understanding.mentions import Known
from chat.agent.understanding.wordings import any_of, word
from knowledge.retrieval.query import analyse
from knowledge.text.language import identify
from knowledge.text.sentences import spans
from knowledge.text.terms import fold, folded_in_place, words

MAX_QUESTIONS = 4
"""Each costs as much as a message of its own; a message with more is read as one."""
MAX_JOINS = 12
"""of a sentence: what stands behind so many is not looked at"""
MIN_WORDS = 3
"""of a question that neither goes on with "and" nor has a question word: "right?" is none"""
FIRST_WORDS = 3
"""of a clause: a question word among them asks, a later one may be a relative"""
FEW_CONCEPTS = 2
MAX_THING_WORDS = 6
"""of one that is named without a question mark: a longer clause says something of whoever asks"""

_ENDS = re.compile(r"(?<=\?)\s+(?=\S)")
_AND = re.compile(rf"(?<!\s)\s++(?={any_of('several', 'and')}\s)", re.IGNORECASE)
_LEAD = re.compile(rf"^[¿\s]*(?:{any_of('several', 'and')}\s+)(?:{any_of('several', 'also')}\s+)?[¿\s]*", re.IGNORECASE)
_BY_WORD = re.compile(
    rf"(?P<before>(?:{any_of('several', 'before')}\s+)*)"
    rf"(?P<word>{any_of('followups', 'asks')}|{any_of('several', 'about')})\b(?P<rest>.*)",
    re.DOTALL,
)
_INVERTED = re.compile(rf"{any_of('several', 'inverted')}\b")
_YES_OR_NO = re.compile(rf"{any_of('several', 'yes_or_no')}\b")
_STATES = re.compile(rf"\s*{any_of('several', 'states')}\b")
_HOW_MUCH = re.compile(any_of("several", "how_much"))
_ARTICLE = re.compile(rf"\s+{any_of('followups', 'pointer_articles')}\b")
_THING = re.compile(rf"{any_of('several', 'names_thing')}\s")
_ASKS_FIRST = re.compile(rf"\s*{any_of('followups', 'asks_first')}\b")
_ASKS = re.compile(rf"\b{any_of('followups', 'asks')}\b")
_WITHOUT_VERB = re.compile(rf"\s+(?:{any_of('several', 'without_verb')}\b|\d)")
_CONDITION = re.compile(rf"(?<!\w){any_of('several', 'condition')}\b")
_OF_SOMETHING = re.compile(any_of("followups", "of_something"))
_POINTS_BACK = word("followups", "points_back")
_MORE, _THAN = word("joining", "more"), word("joining", "than")
_CLAUSE = re.compile(r"[,.:;¿¡!?]")
_WORDS = re.compile(r"[^\W_]+")
_BEFORE_CLAUSE = re.compile(r".*[:;,]\s+(?=[^:;,]*$)", re.DOTALL)


def questions_in(text: str) -> tuple[Asked, ...]:
    """In their order; empty where the message asks one, or more than MAX_QUESTIONS."""
    found: list[Asked] = []
    for sentence in _sentences(text):
        found += [_thing(found[-1], sentence)] if found and _names(sentence) else _of_sentence(sentence)
    return tuple(found) if 2 <= len(found) <= MAX_QUESTIONS else ()


def with_subject(text: str, before: str, names: Known) -> str:
    """A question that says little, with the words of the one before it.

    Not where that is about something of the catalogue: a follow-up takes over its name by itself.
    """
    is_catalogued = any(one.kind not in ("name", "year") for one in names.mentions(before))
    if (
        is_catalogued
        or len(analyse(text)) > FEW_CONCEPTS
        or not (_LEAD.match(text) or _POINTS_BACK.search(folded_in_place(text)))
    ):
        return text
    said = {concept.word for concept in analyse(before)}
    own = [said_word for said_word in dict.fromkeys(words(before)) if fold(said_word) in said]
    return f"{text.rstrip(' ?')} ({', '.join(own)})?"


def is_of_its_own(said: str, before: str) -> bool:
    """Whether a question may be read without the one before it: it points at nothing, and names things of its
    own."""
    own, others = ({concept.word for concept in analyse(one)} for one in (said, before))
    things = [one for one in own if not _OF_SOMETHING.fullmatch(fold(one))]
    return len(things) >= FEW_CONCEPTS and not own & others and not _POINTS_BACK.search(folded_in_place(said))


def _sentences(text: str) -> list[str]:
    """Up to each question mark; what asks nothing by itself stays with the question before it, and a condition with the
    one behind it."""
    found: list[str] = []
    for said in _ENDS.split(text.strip()):
        if found and (_is_condition(found[-1]) or not _is_question(said)):
            found[-1] = f"{found[-1]} {said}"
        else:
            found.append(said)
    return found


def _is_condition(said: str) -> bool:
    """ "And if it is a master's?" asks with what follows it."""
    folded = folded_in_place(_without_lead(said))
    return bool(_CONDITION.match(folded)) and not _ASKS.search(folded)


def _is_question(said: str) -> bool:
    """By its mark, or without one by the word that it begins with, or as a thing named alone: "and the bike"."""
    if small_talk(said) or not analyse(said) or said.endswith((".", "!")):
        return False
    if "?" in said:
        return bool(_LEAD.match(said)) or _asks_at_once(said) or len(said.split()) >= MIN_WORDS
    folded = folded_in_place(_without_lead(said))
    is_thing = _LEAD.match(said) and _THING.match(folded) and len(said.split()) <= MAX_THING_WORDS
    return bool(is_thing or _BY_WORD.match(folded))


def _of_sentence(sentence: str) -> Iterator[Asked]:
    """The halves that "and" joins, where each asks something; a comparison asks one thing of both."""
    halves = [sentence]
    if by_words(Question(sentence)).intent == "search" and not choices(sentence) and not _compares(sentence):
        for match in reversed([*islice(_AND.finditer(sentence), MAX_JOINS)]):
            first, second = halves[0][: match.start()].rstrip(" ,;"), _without_lead(halves[0][match.end() :])
            if _are_two(first, second, is_marked="?" in sentence):
                halves[:1] = [first, halves[0][match.end() :]]
    of_all = _said_of_all(halves[0])
    own = halves[0][len(of_all) :]
    yield Asked(_ended(halves[0]), _shown(own, own))
    for half in halves[1:]:
        joined_by = half[: len(half) - len(_without_lead(half))]
        yield Asked(_ended(f"{joined_by}{of_all}{_without_lead(half)}"), _shown(half, own))


def _names(sentence: str) -> bool:
    """ "And the books?" asks by no word of its own."""
    folded = folded_in_place(_without_lead(sentence))
    return bool(_LEAD.match(sentence)) and not (_ASKS.search(folded) or _ASKS_FIRST.match(folded))


def _thing(before: Asked, sentence: str) -> Asked:
    """What is named alone is asked of as what stands in its place was."""
    asked = in_place(before.text, _without_lead(sentence).strip(" ?."))
    return Asked(asked or _ended(sentence), _shown(sentence, ""))


def _said_of_all(first: str) -> str:
    """What stands before the clause that asks: "If I leave early, what do I pay and who tells me?"."""
    start = (spans(first) or [(0, 0)])[-1][0]
    found = _BEFORE_CLAUSE.match(first, start)
    if found and _asks_at_once(first[found.end() :]) and not _asks(first[start : found.end()]):
        return first[: found.end()]
    return first[:start]


def _shown(said: str, first: str) -> str:
    """As a sentence of its own, with the mark at its beginning that the first one has."""
    rest = _ended(_without_lead(said).partition("?")[0])
    return f"{'¿' if '¿' in first + said else ''}{rest[:1].upper()}{rest[1:]}"


def _ended(said: str) -> str:
    return f"{said.strip().rstrip(' ,;?.')}?"


def _without_lead(said: str) -> str:
    lead = _LEAD.match(said)
    return said[lead.end() :] if lead else said.lstrip("¿ ")


def _are_two(first: str, second: str, *, is_marked: bool) -> bool:
    """`second` stands without the word that joins; `is_marked` by a question mark."""
    folded, last = folded_in_place(second), first[len(_said_of_all(first)) :]
    if not (_asks(first) if is_marked else _asks_at_once(first)) or not analyse(last) or not _has_subject(last, second):
        return False
    if asked := _BY_WORD.match(folded):
        is_joining = asked["word"] == "que" and not is_marked
        return not is_joining and _has_verb(asked, second) and not _is_relative(asked, first, second)
    asks = _INVERTED.match(folded) or (is_marked and _YES_OR_NO.match(folded))
    return bool(asks) and not _CONDITION.search(folded_in_place(first))


def _has_subject(first: str, second: str) -> bool:
    """Not "when does it begin" before "and when does the course end"."""
    own = len(analyse(first))
    return own >= FEW_CONCEPTS or own >= len(analyse(second.partition("?")[0]))


def _has_verb(asked: re.Match[str], second: str) -> bool:
    """Not "and by what date" nor "and how many the other": what it asks stands before."""
    rest = asked["rest"]
    place = asked.start("rest") + len(rest) - len(rest.lstrip())
    said = _WORDS.findall(rest)
    is_thing = _HOW_MUCH.match(asked["word"]) and _ARTICLE.match(rest)
    if is_thing or _WITHOUT_VERB.match(rest) or second[place : place + 1].isupper():
        return False
    if asked["before"]:
        return len(said) > 1 and not _WITHOUT_VERB.match(rest, rest.find(said[0]) + len(said[0]))
    return len(said) > 1 or bool(said and analyse(second))


def _is_relative(asked: re.Match[str], first: str, second: str) -> bool:
    """ "students who fail and who pay"; in Spanish, whoever writes accents writes those of question words."""
    said = asked["word"]
    if said in _WORDS.findall(folded_in_place(first)) and not any(
        said in beginning for beginning in _clause_beginnings(first)
    ):
        return True
    written = second[asked.start("word") : asked.end("word")]
    return identify(f"{first} {second}") == "es" and not first.isascii() and written.isascii()


def _compares(said: str) -> bool:
    """By "than", or by what stands for it where "more" stands before."""
    folded = folded_in_place(said)
    more = _MORE.search(folded)
    return "than" in _WORDS.findall(folded) or bool(more and _THAN.search(folded, more.end()))


def _asks(said: str) -> bool:
    return _asks_at_once(said) or any(match[0] != "que" for match in _ASKS.finditer(folded_in_place(said)))


def _asks_at_once(said: str) -> bool:
    """At the beginning of one of its clauses."""
    clauses = _CLAUSE.split(folded_in_place(said))
    begins = any(_ASKS_FIRST.match(clause) and not _STATES.match(clause) for clause in clauses)
    return "¿" in said or begins or any(_ASKS.search(" ".join(beginning)) for beginning in _clause_beginnings(said))


def _clause_beginnings(said: str) -> list[list[str]]:
    return [_WORDS.findall(clause)[:FIRST_WORDS] for clause in _CLAUSE.split(folded_in_place(said))]
