"""The agent's fixed phrases, in the language of the question (not of the page)."""

from datetime import date
from typing import Literal

from django.utils import formats
from django.utils.translation import gettext, override

from knowledge.text.language import LANGUAGES

VersionStanding = Literal["superseded", "not_yet", "earlier", "other"]


def _(message: str) -> str:
    """Django's gettext has no types; the name is what makemessages looks for."""
    return str(gettext(message))


def refusal(rule: str, language: str, where: str, only: str) -> str:
    """`where` is the official channel, if there is one."""
    with override(language):
        return " ".join(filter(None, (_reason(rule, only), channel(where, language))))


def refusal_in_doubt(rule: str, language: str, where: str, only: str) -> str:
    """Of what the documents were searched for. Why is not said where `rule` is empty: it would be an accusation."""
    with override(language):
        nothing = _("I have found nothing in the documents that surely answers this.")
        rather = _("Without them I would rather not answer a question such as this one.")
        reason = _reason(rule, only) if rule else rather
        return " ".join(filter(None, (nothing, reason, channel(where, language))))


def _reason(rule: str, only: str) -> str:
    """In the language that is active."""
    reasons = {
        "records": _("I cannot give anybody's marks or records: they are personal."),
        "personal_data": _("I cannot give personal data of anybody; only what is published officially."),
        "misconduct": _("I cannot help with getting at exams in advance, copying or forging."),
        "advice": _("I cannot give medical, legal or financial advice."),
        "out_of_scope": _("I can only help with %(topic)s.") % {"topic": only or _("these documents")},
    }
    return reasons[rule]


def help_channel(where: str, language: str) -> str:
    """For somebody who may need a person, if the organisation has no contact card; `where` may be empty."""
    with override(language):
        said = _("You do not have to go through this alone: talk to somebody you trust.")
        return f"{said} {channel(where, language)}".strip()


def help_passages(language: str) -> str:
    """Shown above what the documents say about whom to contact."""
    with override(language):
        return _("The documents also say where to turn:")


def not_found(name: str, looked_for: str, language: str) -> str:
    """`name` is the assistant's; what was searched for may be empty, for a question of function words."""
    with override(language):
        said = _("I have not found this in the documents of “%(name)s”, and I would rather not guess.") % {"name": name}
        if looked_for:
            said += " " + _("I looked for: *%(terms)s*.") % {"terms": looked_for}
        return said


def unsaid(names: str, language: str) -> str:
    """Names of the question that appear in none of the passages, after an answer too."""
    with override(language):
        return _("Nothing that I found speaks of %(names)s.") % {"names": names}


def ask_there(name: str, language: str) -> str:
    """After "not found": another assistant that may know."""
    with override(language):
        return _("The documents of another assistant, “%(name)s”, seem to answer it: ask there.") % {"name": name}


def surer_there(name: str, language: str) -> str:
    """Below a low-confidence answer: another assistant that may have a better one."""
    with override(language):
        said = _("The documents of another assistant, “%(name)s”, seem to answer it better: ask there.")
        return said % {"name": name}


def beyond(filters: str, language: str) -> str:
    """Before a quotation that the question's filters exclude."""
    with override(language):
        return _("Nothing was found with the search limited to %(filters)s. Without that limit there is this:") % {
            "filters": filters
        }


def general_knowledge(language: str) -> str:
    """Above an answer from a language model's general knowledge."""
    with override(language):
        return _("The documents do not say this. What follows is general knowledge of the language model, unsourced.")


def nearest(language: str) -> str:
    """Before a quotation that may be what was meant."""
    with override(language):
        return _("This is the nearest that I found; it may not be what you asked for:")


def sign_in_for_more(language: str) -> str:
    """For visitors who have not signed in; the same whatever the question was."""
    with override(language):
        return _("If you sign in, there may be more to find.")


def follow_up(section: str, document: str, language: str) -> str:
    """A suggested question about a section of a document."""
    with override(language):
        return _("What does “%(document)s” say about “%(section)s”?") % {"document": document, "section": section}


def other_version(title: str, quote: str, standing: VersionStanding, language: str) -> str:
    """A quotation from a version that does not hold, and why it does not."""
    with override(language):
        said = {
            "superseded": _("No longer in force: the former version, %(title)s, said: %(quote)s"),
            "not_yet": _("Not yet in force: the version to come, %(title)s, says: %(quote)s"),
            "earlier": _("An earlier version, %(title)s, said: %(quote)s"),
            "other": _("Another version, %(title)s, says: %(quote)s"),
        }
        return said[standing] % {"title": title, "quote": quote}


def which(missing: str, language: str) -> str:
    """The clarifying question."""
    return _clarifying(language)[missing]


def _clarifying(language: str) -> dict[str, str]:
    with override(language):
        return {
            "course": _("Which course do you mean?"),
            "academic_year": _("Which academic year do you mean?"),
            "topic": _("What would you like to know about it? The documents say something of:"),
        }


def channel(where: str, language: str) -> str:
    """The official channel; empty where none is configured."""
    with override(language):
        return _("The official channel for this is %(channel)s.") % {"channel": where.rstrip(".")} if where else ""


def asks_back(text: str) -> bool:
    """Whether a message is the clarifying question; for a conversation that a client keeps, only the text shows it."""
    return text.startswith(tuple(asked for language in LANGUAGES for asked in _clarifying(language).values()))


def small_talk(topic: str, language: str, name: str) -> str:
    with override(language):
        replies = {
            "greeting": _(
                "Hello! I am the assistant “%(name)s”. Ask me about the documents; I show where each answer comes from."
            ),
            "thanks": _("You are welcome. If you have another question, ask."),
            "farewell": _("Goodbye, and good luck."),
            "identity": _(
                "I am the assistant “%(name)s”. I answer only from the documents of this site, and cite them."
            ),
            "repeat": _("There is no earlier answer in this conversation to repeat."),
        }
        return replies[topic] % {"name": name}


def dated(day: date | None, academic_year: str, language: str) -> str:
    """ "12 September 2024", or the academic year, or empty."""
    if academic_year:
        return academic_year
    if day is None:
        return ""
    with override(language):
        return str(formats.date_format(day, "DATE_FORMAT"))


def repaired(written: str, meant: str, language: str) -> str:
    """Below an answer to a question with misspelt words."""
    with override(language):
        return _("I searched for “%(meant)s” instead of “%(written)s”.") % {"meant": meant, "written": written}


def without_model(language: str) -> str:
    with override(language):
        return _("The language model gave no answer that can be shown; this one is put together from quotations.")


def source_note(sources: list[tuple[str, str]], language: str) -> str:
    """Sources with their dates: [(title, date or "")] in the order of the citations."""
    with override(language):
        said = [title if not when or when in title else f"{title} ({when})" for title, when in sources]
        return _("According to: %(sources)s.") % {"sources": "; ".join(said)}


def is_source_note(paragraph: str) -> bool:
    """Whether a paragraph of an answer only lists its sources: a page leaves it out, because it shows them
    separately."""
    said = (source_note([("\0", "")], language).partition("\0")[0] for language in LANGUAGES)
    return paragraph.startswith(tuple(f"*{beginning}" for beginning in said)) and paragraph.endswith("*")


def out_of_force(titles: list[str], language: str) -> str:
    with override(language):
        return _("No longer in force: %(titles)s.") % {"titles": "; ".join(titles)}


def unconfirmed(language: str) -> str:
    """The mark on an unsupported sentence that is kept because there is nothing else."""
    with override(language):
        return _("not confirmed by the documents")
