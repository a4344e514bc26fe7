"""What the chat page is told: once, when it loads."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _

from chat import assistant_form, conversations, presentation, standing
from chat.models import Assistant, Conversation
from chat.owners import Owner
from knowledge.catalogue.course_names import course_names
from knowledge.models import Document, Language
from knowledge.text.terms import fold

# A text beyond this is over every budget; there is no need to know by how much.
MAX_COUNTED = 4 * settings.MAX_QUESTION_CHARACTERS
ANY_ID = UUID(int=0)


def context(
    user: User | AnonymousUser, owner: Owner, shown: Assistant, known: Conversation | None = None
) -> dict[str, Any]:
    documents = Document.objects.indexed().visible_to(user).filter(collection__assistants=shown)
    assistants = Assistant.objects.filter(is_active=True).prefetch_related("texts")
    return {
        "assistant": shown,
        "text": shown.text_in(),
        "assistants": [(each.slug, each.text_in().name) for each in assistants],
        "conversation": known,
        "groups": conversations.by_day(conversations.found(owner)),
        "current": str(known.pk) if known else "",
        "courses": _courses(documents),
        "years": sorted(set(documents.exclude(academic_year="").values_list("academic_year", flat=True)), reverse=True),
        "languages": Language.values,
        "fields": fields(shown.form),
        "max_characters": settings.MAX_QUESTION_CHARACTERS,
        "page": _page(shown, known),
    }


def _courses(documents: QuerySet[Document]) -> list[tuple[str, str]]:
    """(as the documents write it, as the reader knows it), in the order of the latter."""
    names = course_names(documents.exclude(course="").values_list("course", flat=True))
    return sorted(names.items(), key=lambda pair: fold(pair[1]))


def fields(form: dict[str, Any]) -> list[dict[str, Any]]:
    """An assistant's form as the template draws it: a number, a choice of one, or a choice of several."""
    labels = {
        "days": _("Days"),
        "start": _("First day"),
        "budget": _("Budget"),
        "travel_type": _("Type of trip"),
        "interests": _("Interests"),
    }
    called = assistant_form.labels(form, get_language() or "")
    drawn = [
        {
            "name": name,
            "label": labels.get(name, name.replace("_", " ").capitalize()),
            "kind": assistant_form.kind(name, options),
            "options": options,
            "choices": [(value, called.get(value, value)) for value in options] if isinstance(options, list) else [],
        }
        for name, options in assistant_form.fields(form).items()
    ]
    # JSON in PostgreSQL does not keep the order of its keys.
    return sorted(drawn, key=lambda field: (assistant_form.KINDS.index(field["kind"]), field["name"]))


def _page(shown: Assistant, known: Conversation | None) -> dict[str, Any]:
    return {
        "assistant": shown.slug,
        "conversation": str(known.pk) if known else None,
        "messages": messages(known),
        "budget": shown.prompt_budget,
        "labels": assistant_form.labels(shown.form, get_language() or ""),
        "language": get_language(),
        "languages": {code: get_language_info(code)["name_local"] for code in Language.values},
        "language_names": {code: _language_in_a_sentence(code) for code in Language.values},
        "urls": _urls(shown),
        "texts": _texts() | {"steps": steps(), "statuses": _statuses(), "standings": standing.labels()},
    }


def messages(known: Conversation | None) -> list[dict[str, Any]]:
    """Those of a conversation, as the page shows them."""
    said = known.messages.select_related("feedback").prefetch_related("citations__document") if known else []
    return [presentation.message_json(message) for message in said]


def _urls(shown: Assistant) -> dict[str, str]:
    """Addresses the page completes: the nil UUID, or 0, stands for what it will know."""
    return {
        "assistant": reverse("assistant", args=[shown.slug]),
        "conversation": reverse("conversation", args=[ANY_ID]),
        "share": reverse("share_conversation", args=[ANY_ID]),
        "unshare": reverse("unshare_conversation", args=[ANY_ID]),
        "feedback": reverse("feedback", args=[ANY_ID]),
        "follow_ups": reverse("follow_ups", args=[ANY_ID]),
        "export_answer": reverse("export_answer_md", args=[ANY_ID]),
        "export_conversation": reverse("export_conversation_md", args=[ANY_ID]),
        "tokens": reverse("tokens", args=[shown.slug]),
    }


def steps() -> dict[str, str]:
    writing = _("Writing the answer…")
    return {
        "classify": _("Reading the question…"),
        "check_policy": _("Checking what may be answered…"),
        "answer_each": _("Reading the questions one by one…"),
        "retrieve": _("Searching the documents…"),
        "assess": _("Weighing what was found…"),
        "rewrite": _("Searching in other words…"),
        "carry_course": _("Searching for the course you asked about before…"),
        "generate": writing,
        "converse": writing,
        "clarify": writing,
        "refuse": writing,
        "support": writing,
        "critique": _("Checking the answer against its sources…"),
        "respond": _("Finishing the answer…"),
    }


def _statuses() -> dict[str, str]:
    return {
        "not_found": _("Not found in the documents"),
        "refused": _("Outside what I can answer"),
        "clarify": _("One question first"),
    }


def _texts() -> dict[str, str]:
    return {
        "working": _("Working on it…"),
        "stopped": _("Stopped."),
        "failed": _("This could not be answered"),
        "reference": _("Reference: %(reference)s"),
        "days": _("%(days)s days"),
        "sources": _("%(count)s sources"),
        "source": _("1 source"),
        "plan_trip": assistant_form.request(is_new=True),
        "update_trip": assistant_form.request(is_new=False),
        "trip_space": _("Length, with your choices: %(share)s %% of the maximum; some %(words)s words more fit."),
        "space": _("Length: %(share)s %% of the maximum"),
        "over_budget": _("The question is too long. Shorten it by about %(share)s %% to send it."),
        "reconnecting": _("Connection lost. Reconnecting…"),
        "reconnected": _("Connected again."),
        "copied": _("Copied."),
        "not_copied": _("It could not be copied. Select the text and copy it."),
        "thanks": _("Thank you. A person will read this."),
        "not_saved": _("This could not be saved. Try again."),
        "busy": _("The last question is still being answered. Wait for it, or stop it."),
        "deleted": _("Conversation deleted."),
        "deleted_elsewhere": _("This conversation was deleted elsewhere. Your next question begins a new one."),
        "confirm_delete": _("Delete this conversation? It cannot be undone."),
        "found_one": _("1 conversation found."),
        "found": _("%(count)s conversations found."),
        "link_until": _("It works until %(until)s."),
        "unshared": _("No link works any more."),
        "ask_there": _("Ask “%(name)s”"),
        "without_filters": _("Search without: %(filters)s"),
        "gone": _("This document is no longer available."),
        **standing.WARNINGS,
        "quoted_in": _("The documents say this in %(language)s."),
        "partly_quoted_in": _("Some of the documents say this in %(language)s."),
        "open_source": _("Open the source"),
        "source_of": _("Source %(number)s of %(count)s"),
    }


def _language_in_a_sentence(code: str) -> str:
    """English alone writes it with a capital."""
    name = str(get_language_info(code)["name_translated"])
    return name if get_language() == Language.ENGLISH else name.lower()
