"""The agent's own words, in the language of the question (not of the page): `say(NEAREST, language)`."""

from datetime import date
from typing import Literal

from django.utils import formats
from django.utils.translation import gettext, ngettext, override

from knowledge.text.language import LANGUAGES

VersionStanding = Literal["superseded", "not_yet", "earlier", "other"]


def _(message: str) -> str:
    """What makemessages looks for; it is translated when it is said."""
    return message


REASONS = {
    "records": _("I cannot give anybody's marks or records: they are personal."),
    "personal_data": _("I cannot give personal data of anybody; only what is published officially."),
    "misconduct": _("I cannot help with getting at exams in advance, copying or forging."),
    "advice": _("I cannot give medical, legal or financial advice."),
    "out_of_scope": _("I can only help with %(topic)s."),
}
"""why a question is refused, by the rule of the policy"""
THESE_DOCUMENTS = _("these documents")
# Of what the documents were searched for; where the policy is in doubt, its reason would be an accusation.
NOTHING_SURE = _("I have found nothing in the documents that surely answers this.")
RATHER_NOT = _("Without them I would rather not answer a question such as this one.")
CHANNEL = _("The official channel for this is %(channel)s.")
# For somebody who may need a person: where there is no contact card, and above what the documents say.
NOT_ALONE = _("You do not have to go through this alone: talk to somebody you trust.")
WHERE_TO_TURN = _("The documents also say where to turn:")

NOT_FOUND = _("I have not found this in the documents of “%(name)s”, and I would rather not guess.")
LOOKED_FOR = _("I looked for: *%(terms)s*.")
UNSAID = _("Nothing that I found speaks of %(names)s.")
ASK_THERE = _("The documents of another assistant, “%(name)s”, seem to answer it: ask there.")
SURER_THERE = _("The documents of another assistant, “%(name)s”, seem to answer it better: ask there.")
BEYOND = _("Nothing was found with the search limited to %(filters)s. Without that limit there is this:")
NEAREST = _("This is the nearest that I found; it may not be what you asked for:")
SIGN_IN = _("If you sign in, there may be more to find.")

GENERAL_KNOWLEDGE = _(
    "The documents do not say this. What follows is general knowledge of the language model, unsourced."
)
WITHOUT_MODEL = _("The language model gave no answer that can be shown; this one is put together from quotations.")
UNCONFIRMED = _("not confirmed by the documents")
CARRIED = _("I took it that you are still asking about %(course)s.")
REPAIRED = _("I searched for “%(meant)s” instead of “%(written)s”.")
# Above the answer, given again, where something was asked of it.
TAKEN_FROM = _("This is where I took it from; each number opens the passage:")
ONLY_QUOTED = _(
    "I only repeat what the documents say. I looked again and found this; open the numbers to read it there:"
)
IN_SHORT = _("I can only quote the documents, not put them in other words. What matters most is this:")
UNTRANSLATED = _("I quote the documents in the language in which they are written, and cannot translate them.")
TODAY = _("Today is %(today)s.")
PAST = _("Today is %(today)s: %(day)s, the last date in what answers you, has passed.")
TO_COME = _("Today is %(today)s: %(day)s, the first date in what answers you, is still to come.")
BETWEEN = _("Today is %(today)s: %(past)s has passed, and %(day)s is still to come.")
FOLLOW_UP = _("What does “%(document)s” say about “%(section)s”?")
OUT_OF_FORCE = _("No longer in force: %(titles)s.")
OTHER_VERSION: dict[VersionStanding, str] = {
    "superseded": _("No longer in force: the former version, %(title)s, said: %(quote)s"),
    "not_yet": _("Not yet in force: the version to come, %(title)s, says: %(quote)s"),
    "earlier": _("An earlier version, %(title)s, said: %(quote)s"),
    "other": _("Another version, %(title)s, says: %(quote)s"),
}
WHICH = {
    "course": _("Which course do you mean?"),
    "academic_year": _("Which academic year do you mean?"),
    "topic": _("What would you like to know about it? The documents say something of:"),
}
"""the clarifying question, by what is missing"""
SMALL_TALK = {
    "greeting": _(
        "Hello! I am the assistant “%(name)s”. Ask me about the documents; I show where each answer comes from."
    ),
    "thanks": _("You are welcome. If you have another question, ask."),
    "farewell": _("Goodbye, and good luck."),
    "identity": _("I am the assistant “%(name)s”. I answer only from the documents of this site, and cite them."),
    "repeat": _("There is no earlier answer in this conversation to repeat."),
}

IN_COMMON = _("**In common:** %(words)s")
DIFFERENCES = _("**They differ in:** %(words)s")
WHAT_CHANGED = _("What changed from “%(older)s” to “%(newer)s”:")
NOTHING_CHANGED = _("“%(older)s” and “%(newer)s” say the same about this:")
ONE_VERSION = _("Of “%(title)s” there is only one version here, so nothing tells what has changed.")
COLUMNS_OF_CHANGES = (_("Section"), _("Before"), _("Now"))
"""headers of the table of what changed"""


def say(message: str, language: str, **values: str) -> str:
    with override(language):
        return str(gettext(message)) % values


def channel(where: str, language: str) -> str:
    """The official channel; empty where none is configured."""
    return say(CHANNEL, language, channel=where.rstrip(".")) if where else ""


def asks_back(text: str) -> bool:
    """Whether a message is the clarifying question; for a conversation that a client keeps, only the text shows it."""
    return text.startswith(tuple(say(asked, language) for language in LANGUAGES for asked in WHICH.values()))


def dated(day: date | None, academic_year: str, language: str) -> str:
    """ "12 September 2024", or the academic year, or empty."""
    if academic_year or day is None:
        return academic_year
    with override(language):
        return str(formats.date_format(day, "DATE_FORMAT"))


def source_note(sources: list[tuple[str, str]], language: str) -> str:
    """Sources with their dates: [(title, date or "")] in the order of the citations."""
    told = [title if not when or when in title else f"{title} ({when})" for title, when in sources]
    return say(_("According to: %(sources)s."), language, sources="; ".join(told))


def is_source_note(paragraph: str) -> bool:
    """Whether a paragraph of an answer only lists its sources: a page leaves it out, because it shows them
    separately."""
    beginnings = (source_note([("\0", "")], language).partition("\0")[0] for language in LANGUAGES)
    return paragraph.startswith(tuple(f"*{beginning}" for beginning in beginnings)) and paragraph.endswith("*")


def summary_of(topic: str, documents: int, language: str) -> str:
    with override(language):
        said = ngettext(
            "The key points on “%(topic)s”, from %(number)d document:",
            "The key points on “%(topic)s”, from %(number)d documents:",
            documents,
        )
        return str(said) % {"topic": topic, "number": documents}


def rest_of_changes(more: int, language: str) -> str:
    """How many are left out."""
    with override(language):
        said = ngettext("%(more)d more difference is not shown.", "%(more)d more differences are not shown.", more)
        return str(said) % {"more": more}
