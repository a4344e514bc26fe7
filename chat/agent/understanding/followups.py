"""What a message asks after what was said before it: "and in 2024-2025?" is the last question with another year.

A message that stands alone stays itself: only what begins like a continuation, points back by a pronoun, is a mere
piece of a question, or answers our own question in return is read with the question before it.
"""

import re
from collections.abc import Sequence

from chat.agent.events import Turn
from chat.agent.understanding.about_answer import about_answer, small_talk
from chat.agent.understanding.changes import asks_for_change, is_former, what_changed, without_this_year
from chat.agent.understanding.counterparts import line_of, swapped, with_verb
from chat.agent.understanding.mentions import Known, Mention
from chat.agent.understanding.wordings import any_of, word
from knowledge.retrieval.query import analyse
from knowledge.text.dates import academic_years
from knowledge.text.terms import fold

_AND_BUT = any_of("followups", "and_but")
_LEAD = re.compile(
    rf"^[¿¡\s]*(?:(?:{_AND_BUT}\s+)?(?:{any_of('followups', 'about')}|{any_of('followups', 'change')})|{_AND_BUT}"
    rf"|{any_of('followups', 'no')}[,.;:]+(?:\s+{any_of('followups', 'i_mean')})?"
    rf"|{any_of('followups', 'correcting')})\s+",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    rf"^\W*{any_of('followups', 'condition')}\s+(?!{any_of('followups', 'not_condition')}\b)(?=[^?]*$)", re.IGNORECASE
)
_ASKS = re.compile(rf"\b{any_of('followups', 'asks')}\b|^{any_of('followups', 'asks_first')}\b")
_POINTS_BACK = word("followups", "points_back")
_OF_SOMETHING = re.compile(any_of("followups", "of_something"))
_WITHOUT_SUBJECT = re.compile(rf"\b{any_of('followups', 'without_subject')}$")
_PIECE = re.compile(rf"^{any_of('followups', 'begins_piece')}\s")
# "la de", "the one of": what points at a thing before its name.
_POINTER = re.compile(
    rf"^(?:{any_of('followups', 'i_mean')}\s+)?{any_of('followups', 'pointer_articles')}?\s*(?:one\s+)?"
    rf"(?:{any_of('followups', 'pointer_of')}\s+)*(?:the|la|el|o|a)?\s*",
    re.IGNORECASE,
)
_BEFORE_NAME = re.compile(rf"(?:\b{any_of('followups', 'before_name')}\s+){{1,2}}$", re.IGNORECASE)
_PREPOSITION = re.compile(rf"^{any_of('followups', 'prepositions')}\s", re.IGNORECASE)
_POINTING = re.compile(
    rf"^{any_of('followups', 'pointing')}\s+(?=(?:de|do|da|del|of|in|en|no|na|for)\b)", re.IGNORECASE
)
_POSSESSIVE = re.compile(rf"^(?:{any_of('followups', 'pointer_articles')}\s+)?{any_of('followups', 'possessives')}\s")
# What was carried over into a question, where it is one thing; a piece that was appended begins with a preposition.
_CARRIED = re.compile(rf"\s\((?!{any_of('followups', 'prepositions')}\s)[^(),]+\)(?=\??$)", re.IGNORECASE)
MAX_PIECE_WORDS = 8
MAX_POINTING_WORDS = 10
FEW_CONCEPTS = 2


def standalone(text: str, history: Sequence[Turn], known: Known) -> str:
    """The question as it reads without the history; the text itself where it stands alone."""
    return _merged(text, *_last(history, known), known)


def last_asked(history: Sequence[Turn], known: Known) -> str:
    """The last question before this message, as it reads without what came before it; empty where there was none."""
    return _last(history, known)[0]


def _last(history: Sequence[Turn], known: Known) -> tuple[str, bool]:
    """And whether it was answered by a question of our own."""
    asked, asked_back = "", False
    for turn in history:
        if turn.role == "assistant":
            asked_back = turn.status == "clarify"
        elif not small_talk(turn.text) and not about_answer(turn.text):
            asked, asked_back = _merged(turn.text, asked, asked_back, known), False
    return asked, asked_back


def condition_in(text: str) -> str:
    """What a message says of who asks, where it says nothing else: "a master's student"; empty for any other."""
    found = _CONDITION.match(text)
    said = text[found.end() :].strip(" ¡!.…,") if found else ""
    return said if len(said.split()) <= MAX_PIECE_WORDS else ""


def _merged(text: str, asked: str, asked_back: bool, known: Known) -> str:
    if not asked or small_talk(text):
        return text
    plain = text.strip(" ¿?¡!.…,")
    if asked_back and (value := _answer(plain, known)):
        return _substituted(asked, value, known)
    lead = _LEAD.match(text)
    rest = text[lead.end() :].strip(" ¿?¡!.…,") if lead else plain
    folded, count = fold(rest), len(rest.split())
    if is_former(rest):
        return _of_before(asked, rest, known)
    if asks_for_change(rest) and not analyse(what_changed(rest)):
        return _appended(text, asked.strip(" ¿?¡!."))
    if condition := condition_in(text):
        return _substituted(asked, condition, known)
    asks = bool(_ASKS.search(folded))
    if lead and not asks and _POSSESSIVE.match(folded) and not _has_subject(rest, known):
        return _carried(f"{rest[:1].upper()}{rest[1:]}?", asked, known)
    if lead and not asks and count <= MAX_PIECE_WORDS:
        return _substituted(asked, rest, known)
    begins_piece = _PIECE.match(folded) or _POINTING.match(rest)
    named = known.mentions(rest)
    is_year = [one.kind for one in named] == ["year"] and _says_only(rest, named)
    if not asks and (is_year or (begins_piece and count <= MAX_PIECE_WORDS - 3)):
        return _substituted(asked, rest, known)
    if lead and (other := with_verb(asked, rest)):
        return other
    if lead or (_points_back(folded, count) and not _has_subject(rest, known)):
        return _carried(f"{rest[:1].upper()}{rest[1:]}?" if lead else text, asked, known)
    return text


def _of_before(asked: str, piece: str, known: Known) -> str:
    """The question of the version before: of the academic year before the one that it names, else of the former one."""
    if years := academic_years(asked):
        return _with_year(asked, f"{years[0].first - 1}-{years[0].first}", known)
    return _appended(without_this_year(asked), piece)


def _has_subject(text: str, known: Known) -> bool:
    return any(mention.kind != "year" for mention in known.mentions(text))


def _answer(text: str, known: Known) -> str:
    """The value that is all that the message says; empty where it says something else."""
    if _ASKS.search(fold(text)) and not known.mentions(text, initial=True):
        return ""
    rest = text[_POINTER.match(text).end() :] if _POINTER.match(text) else text  # type: ignore[union-attr]
    for said in (text, rest):
        values = [one for one in known.mentions(said, initial=True) if one.kind in ("course", "year", "programme")]
        if _says_only(said, values):
            return said
    return ""


def _says_only(text: str, mentions: Sequence[Mention]) -> bool:
    for mention in reversed(mentions):
        text = text[: mention.start] + text[mention.end :]
    return bool(mentions) and not analyse(text)


def _points_back(folded: str, count: int) -> bool:
    if count > MAX_POINTING_WORDS:
        return False
    is_short = count <= MAX_POINTING_WORDS - 4
    is_bare = bool(_WITHOUT_SUBJECT.search(folded)) and len(analyse(folded)) <= FEW_CONCEPTS
    # "How much?", "when is the deadline?": which thing it is of, the message does not say.
    asks_of_something = bool(_ASKS.search(folded)) and _says_nothing(folded)
    return (is_short and (is_bare or asks_of_something)) or bool(_POINTS_BACK.search(folded))


def _says_nothing(text: str) -> bool:
    """Of the thing that it asks about."""
    return all(_OF_SOMETHING.fullmatch(fold(concept.word)) for concept in analyse(text))


def _substituted(asked: str, piece: str, known: Known) -> str:
    """The question with the piece in place of what it stands against."""
    piece = _POINTING.sub("", piece)
    said = known.mentions(piece, initial=True)
    year = next((one for one in said if one.kind == "year"), None)
    result = asked
    if year:
        result = _with_year(result, piece[year.start : year.end], known)
        if len(said) == 1 and len(analyse(piece)) <= 1 + len(analyse(piece[: year.start])):
            return result
    # "July" is written like a name, and names nothing that the question could be about.
    subject = next((one for one in said if one.kind != "year" and not line_of(piece[one.start : one.end])), None)
    # "PhD" is written like a name.
    other = swapped(result, piece) if subject is None or subject.kind == "name" else ""
    if subject and not other:
        return _with_subject(result, piece, subject, known)
    return other or (result if year else _appended(_without_carried(result, piece), piece))


def _without_carried(asked: str, piece: str) -> str:
    """ "Their e-mail (the rector)" asked of the dean is the dean's."""
    return _CARRIED.sub("", asked) if _PREPOSITION.match(piece) else asked


def _with_year(asked: str, year: str, known: Known) -> str:
    for mention in known.mentions(asked):
        if mention.kind == "year":
            return asked[: mention.start] + year + asked[mention.end :]
    return _appended(asked, year)


def _with_subject(asked: str, piece: str, subject: Mention, known: Known) -> str:
    replaced = _counterpart(known.mentions(asked), subject) or _whose(asked, piece, known)
    if replaced is None:
        return _appended(_without_carried(asked, piece), piece)
    start = replaced.start
    before = _BEFORE_NAME.search(asked[:start])
    if before and _PREPOSITION.match(piece):
        start = before.start()
    else:
        piece = piece[subject.start :]
    return asked[:start] + piece + asked[replaced.end :]


def _counterpart(mentions: Sequence[Mention], subject: Mention) -> Mention | None:
    """The last of the same kind, else one of which it is not known what it is."""
    same = [one for one in mentions if one.kind == subject.kind]
    loose = [one for one in mentions if one.kind != "year" and "name" in (one.kind, subject.kind)]
    return next(reversed(same or loose), None)


def _whose(asked: str, piece: str, known: Known) -> Mention | None:
    """Of "the e-mail of Ana" Ana, where the piece is "of Databases": what is asked for is another's."""
    if not _PREPOSITION.match(piece):
        return None
    last = next((one for one in reversed(known.mentions(asked)) if one.kind != "year"), None)
    is_at_end = last is not None and not asked[last.end :].strip(" ?.!")
    return last if last and is_at_end and _BEFORE_NAME.search(asked[: last.start]) else None


def _carried(text: str, asked: str, known: Known) -> str:
    """The message with what the question before it was about, where it does not say that itself."""
    own, earlier = known.mentions(text), known.mentions(asked)
    subjects = [one for one in earlier if one.kind != "year"]
    catalogued = [one for one in subjects if one.kind != "name"] or subjects
    carried: list[str] = []
    if not _has_subject(text, known):
        name = asked[catalogued[-1].start : catalogued[-1].end] if catalogued else ""
        carried += [name] if name else []
        if _says_nothing(text) if name else len(analyse(text)) <= FEW_CONCEPTS:
            said = [concept.word for concept in analyse(asked) if concept.word not in fold(name).split()]
            carried += [concept for concept in said if not _WITHOUT_SUBJECT.fullmatch(concept)]
    if not any(one.kind == "year" for one in own):
        carried += [asked[one.start : one.end] for one in earlier if one.kind == "year"][-1:]
    return _appended(text, ", ".join(carried)) if carried else text


def _appended(asked: str, piece: str) -> str:
    end = "?" if asked.rstrip().endswith("?") else ""
    return f"{asked.rstrip(' ?.')} ({piece}){end}"
