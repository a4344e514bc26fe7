"""The questions of a message: "Can I pay in instalments? And is there a discount?" asks two, and so does "How do I book
a room and how many must we be?"."""

import re
from collections.abc import Iterator

from chat.agent.events import Question
from chat.agent.retrieval.sides import choices
from chat.agent.state import Asked
from chat.agent.understanding.by_rules import by_words
from chat.agent.understanding.small_talk import small_talk
from chat.agent.understanding.wordings import any_of
from knowledge.retrieval.query import analyse
from knowledge.text.language import identify
from knowledge.text.terms import fold

MAX_QUESTIONS = 4
"""Each costs as much as a message of its own; a message with more is read as one."""
MIN_WORDS = 3
"""of a question that neither goes on with "and" nor has a question word: "right?" is none"""
FIRST_WORDS = 3
"""of a clause: a question word among them asks, a later one may be a relative"""
FEW_CONCEPTS = 2

_ENDS = re.compile(r"(?<=\?)\s+(?=\S)")
_AND = re.compile(rf"[,;]?\s+(?={any_of('several', 'and')}\s)", re.IGNORECASE)
_LEAD = re.compile(
    rf"^[¿\s]*(?:{any_of('several', 'and')}\s+)(?:{any_of('several', 'also')}\s+)?[¿\s]*", re.IGNORECASE
)
_BY_WORD = re.compile(
    rf"(?P<before>(?:{any_of('several', 'before')}\s+)*)"
    rf"(?P<word>{any_of('followups', 'asks')}|{any_of('several', 'about')})\b(?P<rest>.*)",
    re.DOTALL,
)
_YES_OR_NO = re.compile(rf"{any_of('several', 'yes_or_no')}\b")
_ASKS_FIRST = re.compile(rf"\s*{any_of('followups', 'asks_first')}\b")
_ASKS = re.compile(rf"\b{any_of('followups', 'asks')}\b")
_WITHOUT_VERB = re.compile(rf"\s+(?:{any_of('several', 'without_verb')}\b|\d)")
_CONDITION = re.compile(rf"(?<!\w){any_of('several', 'condition')}\b")
_COMPARES = re.compile(rf"\bthan\b|\b{any_of('joining', 'more')}\b.*\b{any_of('joining', 'than')}\b", re.DOTALL)
_CLAUSE = re.compile(r"[,.:;¿¡!?]")
_WORDS = re.compile(r"[^\W_]+")
_SAID_OF_ALL = re.compile(r"^.*[:;,.!?]\s+(?=[^:;,.!?]*$)", re.DOTALL)


def questions_in(text: str) -> tuple[Asked, ...]:
    """In their order; empty where the message asks one, or more than MAX_QUESTIONS."""
    found = [question for sentence in _sentences(text) for question in _of_sentence(sentence)]
    return tuple(found) if 2 <= len(found) <= MAX_QUESTIONS else ()


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
    return bool(_CONDITION.match(_folded(_without_lead(said)))) and not _asks(said)


def _is_question(said: str) -> bool:
    """By its mark, or by how it begins."""
    if small_talk(said) or not analyse(said):
        return False
    return bool(_LEAD.match(said)) or _asks_at_once(said) or ("?" in said and len(said.split()) >= MIN_WORDS)


def _of_sentence(sentence: str) -> Iterator[Asked]:
    """The halves that "and" joins, where each asks something; a comparison asks one thing of both."""
    halves = [sentence]
    if by_words(Question(sentence)).intent == "search" and not choices(sentence) and not _compares(sentence):
        for match in reversed([*_AND.finditer(sentence)]):
            if _are_two(halves[0][: match.start()], _without_lead(halves[0][match.end() :])):
                halves[:1] = [halves[0][: match.start()], halves[0][match.end() :]]
    of_all = _said_of_all(halves[0])
    own = halves[0][len(of_all) :]
    yield Asked(_ended(halves[0]), _shown(own, own))
    for half in halves[1:]:
        joined_by = half[: len(half) - len(_without_lead(half))]
        yield Asked(_ended(f"{joined_by}{of_all}{_without_lead(half)}"), _shown(half, own))


def _said_of_all(first: str) -> str:
    """What stands before the clause that asks: "If I leave early, what do I pay and who tells me?"."""
    found = _SAID_OF_ALL.match(first)
    return found[0] if found else ""


def _shown(said: str, first: str) -> str:
    """As a sentence of its own, with the mark at its beginning that the first one has."""
    rest = _ended(_without_lead(said))
    return f"{'¿' if '¿' in first + said else ''}{rest[:1].upper()}{rest[1:]}"


def _ended(said: str) -> str:
    return f"{said.strip().rstrip(' ,;?.')}?"


def _without_lead(said: str) -> str:
    lead = _LEAD.match(said)
    return said[lead.end() :] if lead else said.lstrip("¿ ")


def _are_two(first: str, second: str) -> bool:
    """`second` stands without the word that joins."""
    folded = _folded(second)
    last = first[len(_said_of_all(first)) :]
    if not _asks(first) or not analyse(last):
        return False
    if asked := _BY_WORD.match(folded):
        says = _has_verb(asked, second) and _has_subject(last, second)
        return says and not _is_relative(asked, first, second)
    return bool(_YES_OR_NO.match(folded)) and not _CONDITION.search(_folded(first)) and _has_subject(last, second)


def _has_subject(first: str, second: str) -> bool:
    """Not "when does it begin" before "and when does the course end"."""
    own = len(analyse(first))
    return own >= FEW_CONCEPTS or own >= len(analyse(second))


def _has_verb(asked: re.Match[str], second: str) -> bool:
    """Not "and by what date" nor "and how many the other": what it asks stands before."""
    rest = asked["rest"]
    place = asked.start("rest") + len(rest) - len(rest.lstrip())
    said = _WORDS.findall(rest)
    if _WITHOUT_VERB.match(rest) or second[place : place + 1].isupper():
        return False
    if asked["before"]:
        return len(said) > 1 and not _WITHOUT_VERB.match(rest, rest.find(said[0]) + len(said[0]))
    return len(said) > 1 or bool(said and analyse(second))


def _is_relative(asked: re.Match[str], first: str, second: str) -> bool:
    """ "students who fail and who pay"; in Spanish, whoever writes accents writes those of question words."""
    word = asked["word"]
    if word in _WORDS.findall(_folded(first)) and not any(word in words for words in _clause_beginnings(first)):
        return True
    written = second[asked.start("word") : asked.end("word")]
    return identify(f"{first} {second}") == "es" and not first.isascii() and written.isascii()


def _compares(said: str) -> bool:
    return bool(_COMPARES.search(_folded(said)))


def _asks(said: str) -> bool:
    return _asks_at_once(said) or any(match[0] != "que" for match in _ASKS.finditer(_folded(said)))


def _asks_at_once(said: str) -> bool:
    """At the beginning of one of its clauses."""
    begins = any(_ASKS_FIRST.match(clause) for clause in _CLAUSE.split(_folded(said)))
    return begins or any(_ASKS.search(" ".join(words)) for words in _clause_beginnings(said))


def _clause_beginnings(said: str) -> list[list[str]]:
    return [_WORDS.findall(clause)[:FIRST_WORDS] for clause in _CLAUSE.split(_folded(said))]


def _folded(text: str) -> str:
    """Letter by letter, so that what is found in it stands at the same place in the text."""
    return "".join(folded if len(folded := fold(letter)) == 1 else letter for letter in text)
