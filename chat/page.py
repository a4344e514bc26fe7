"""What the chat page is told: once, when it loads."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.urls import reverse
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _

from chat import assistant_form, presentation
from chat.models import Assistant, Conversation
from chat.owners import Owner
from knowledge.models import Document, Language

SHOWN_CONVERSATIONS = 100
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
        "conversations": owner.conversations()[:SHOWN_CONVERSATIONS],
        "courses": sorted(set(documents.exclude(course="").values_list("course", flat=True))),
        "years": sorted(set(documents.exclude(academic_year="").values_list("academic_year", flat=True)), reverse=True),
        "languages": Language.values,
        "fields": fields(shown.form),
        "max_characters": settings.MAX_QUESTION_CHARACTERS,
        "page": _page(user, shown, known),
    }


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


def _page(user: User | AnonymousUser, shown: Assistant, known: Conversation | None) -> dict[str, Any]:
    messages = known.messages.select_related("feedback").prefetch_related("citations") if known else []
    return {
        "assistant": shown.slug,
        "conversation": str(known.pk) if known else None,
        "messages": [presentation.message_json(message) for message in messages],
        "budget": shown.prompt_budget,
        "labels": assistant_form.labels(shown.form, get_language() or ""),
        "language": get_language(),
        "languages": {code: get_language_info(code)["name_local"] for code in Language.values},
        "urls": _urls(user, shown),
        "texts": _texts() | {"steps": _steps(), "statuses": _statuses()},
    }


def _urls(user: User | AnonymousUser, shown: Assistant) -> dict[str, str]:
    """Addresses the page completes: the nil UUID, or 0, stands for what it will know."""
    urls = {
        "conversation": reverse("conversation", args=[ANY_ID]),
        "delete": reverse("delete_conversation", args=[ANY_ID]),
        "feedback": reverse("feedback", args=[ANY_ID]),
        "export": reverse("export_answer", args=[ANY_ID]),
        "tokens": reverse("tokens", args=[shown.slug]),
    }
    if user.is_staff and user.has_perm("knowledge.view_document"):
        urls["document"] = reverse("admin:knowledge_document_change", args=[0])
    return urls


def _steps() -> dict[str, str]:
    writing = _("Writing the answer…")
    return {
        "classify": _("Reading the question…"),
        "check_policy": _("Checking what may be answered…"),
        "retrieve": _("Searching the documents…"),
        "assess": _("Weighing what was found…"),
        "rewrite": _("Searching in other words…"),
        "generate": writing,
        "converse": writing,
        "clarify": writing,
        "refuse": writing,
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
        "page": _("page %(page)s"),
        "days": _("%(days)s days"),
        "sources": _("%(count)s sources"),
        "source": _("1 source"),
        "tokens": _("%(used)s of %(budget)s tokens"),
        "over_budget": _("The question is too long by %(excess)s tokens. Shorten it to send it."),
        "reconnecting": _("Connection lost. Reconnecting…"),
        "reconnected": _("Connected again."),
        "copied": _("Copied."),
        "not_copied": _("It could not be copied. Select the text and copy it."),
        "thanks": _("Thank you. A person will read this."),
        "not_saved": _("This could not be saved. Try again."),
        "busy": _("The last question is still being answered. Wait for it, or stop it."),
        "confirm_delete": _("Delete this conversation? It cannot be undone."),
        "gone": _("This document is no longer available."),
    }
