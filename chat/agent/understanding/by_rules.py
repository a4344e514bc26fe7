"""Intent, subject and language of a question by its words; what it names by the catalogue."""

from dataclasses import replace
from typing import cast

from asgiref.sync import sync_to_async

from chat.agent.context import AgentContext
from chat.agent.events import Question
from chat.agent.extensions import Extension
from chat.agent.policy import decide
from chat.agent.state import Classification, Intent, Subject
from chat.agent.understanding.about_answer import About, about_answer, language_wanted, small_talk
from chat.agent.understanding.entities import Entities, academic_year, resolve
from chat.agent.understanding.followups import last_asked, standalone
from chat.agent.understanding.mentions import known
from chat.agent.understanding.wordings import plain, table, word
from chat.agent.verification.claims import MARK
from knowledge.text.language import identify
from knowledge.text.terms import fold

COMPARISON = word("intents", "comparison")
CHOICE = word("intents", "choice")
SUMMARY = word("intents", "summary")
# What a question is about; the first that fits counts.
SUBJECTS = {subject: word("subjects", subject) for subject in table("subjects")}
# How sure words are of what they were read as.
SMALL_TALK, BY_WORDS, FOLLOWED, BY_DEFAULT = 0.95, 0.9, 0.75, 0.8
MAX_REPLY_WORDS = 5
"""such as "3 días en Gold Coast", which our own buttons say"""


@sync_to_async
def classify(question: Question, context: AgentContext) -> Classification:
    """What it names is looked up in the catalogue, and what it leaves unsaid in the history."""
    about = _about(question, context)
    if small_talk(question.text) and not about:
        return by_words(question)
    if continued := None if about else _continued(question, context):
        return continued
    names = known(context.scope)
    full = last_asked(question.history, names) if about else ""
    about = about if full else ""
    full = full or (standalone(question.text, question.history, names) if question.history else question.text)
    asked = replace(question, text=full)
    extensions = (one for one in context.extensions if one.is_asked_for(asked, context.scope, question.text))
    found = by_words(asked, next(extensions, None))
    entities = resolve(full, context.scope)
    named = entities.course or entities.courses or entities.several
    subject = found.subject or _subject_of(full, course=bool(named), person=bool(entities.person))
    if not decide(asked, context.outside_terms).allowed:
        subject = "sensitive"
    found = replace(found, subject=subject, entities=entities, about=about)
    # Our own question is answered in too few words to say in which language.
    if full == question.text and not (question.answers_ours and len(question.text.split()) <= MAX_REPLY_WORDS):
        return found
    language = language_wanted(question.text) if about == "language" else question.language
    found = replace(found, language=language or _language(question))
    if full == question.text:
        return found
    reason = f"{found.reason}; read with what was said before: {full}"
    return replace(found, standalone=full, reason=reason, confidence=FOLLOWED)


def _about(question: Question, context: AgentContext) -> About:
    """What the message asks of the answer before it, if that is one of ours: an extension's has messages of its own,
    and a language model puts its own in other words."""
    last = question.history[-1] if question.history else None
    if last is None or last.role != "assistant" or last.details:
        return ""
    about = about_answer(question.text)
    # What cites nothing is repeated as it was, like what a model wrote.
    if "generator" in context.models and about in ("again", "simpler"):
        return ""
    return "" if about == "again" and not MARK.search(last.text) else about


def _continued(question: Question, context: AgentContext) -> Classification | None:
    """What changes an earlier answer of an extension says so by itself, in the language of the conversation."""
    extension = next((one for one in context.extensions if one.continues(question, context.scope)), None)
    if extension is None:
        return None
    answered_in = (turn.details.get("language", "") for turn in reversed(question.history))
    likely = next(filter(None, answered_in), question.interface_language)
    language = question.language or identify(question.text, likely=likely)
    return Classification(extension.intent, language, "it changes what was answered before", BY_WORDS)


def by_words(question: Question, extension: Extension | None = None) -> Classification:
    """By nothing but the question, neither catalogue nor history, and the extension that it asks for."""
    language = question.language or identify(question.text, likely=question.interface_language)
    if topic := small_talk(question.text):
        return Classification("general", language, f"the message is a {topic}", SMALL_TALK, topic=topic)
    intent, cue = _intent(question, extension)
    subject = _subject_of(question.text)
    about = f" about a {subject}" if subject else ""
    because = f", for it says “{cue}”" if cue else ""
    entities = Entities(academic_year=academic_year(question.text))
    confidence = BY_WORDS if cue else BY_DEFAULT
    return Classification(intent, language, f"it asks for a {intent}{about}{because}", confidence, subject, entities)


def _intent(question: Question, extension: Extension | None) -> tuple[Intent, str]:
    """With the words that tell it."""
    said = plain(question.text)
    if found := COMPARISON.search(said) or CHOICE.search(fold(question.text)):
        return "comparison", found.group()
    if found := SUMMARY.search(said):
        return "summary", found.group()
    return extension.intent if extension else "search", ""


def _subject_of(text: str, *, course: bool = False, person: bool = False) -> Subject:
    """Empty where no word tells; `course` and `person` say whether one is named."""
    folded = fold(text)
    if said := next((subject for subject, words in SUBJECTS.items() if words.search(folded)), ""):
        return cast(Subject, said)
    return "professor" if person else "course" if course else ""


def _language(question: Question) -> str:
    """A few words say little: the language of the question that they continue is likely theirs."""
    before = next((turn.text for turn in reversed(question.history) if turn.role == "user"), "")
    likely = identify(before, likely=question.interface_language) if before else question.interface_language
    return likely if question.answers_ours else identify(question.text, likely=likely)
