"""The first questions that an assistant suggests: each night it is tried whether the documents still answer them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Question
from chat.models import Assistant, AssistantText


def check_all() -> None:
    for assistant in Assistant.objects.filter(is_active=True).prefetch_related("texts"):
        for text in assistant.texts.all():
            unanswered = [question for question in text.all_suggestions if not _is_answered(question, text, assistant)]
            AssistantText.objects.filter(pk=text.pk).update(unanswered="\n".join(unanswered))


def _is_answered(question: str, text: AssistantText, assistant: Assistant) -> bool:
    """By quotations, to somebody who has not signed in; a question in return is an answer too."""
    loaded = replace(async_to_sync(context.load)(assistant.slug), models={})
    asked = Question(question, text.language, form=_defaults(assistant.form))
    return async_to_sync(run.untraced)(asked, loaded).status in ("answered", "clarify")


def _defaults(form: dict[str, Any]) -> dict[str, Any]:
    """What the form of the page holds before anybody touches it."""
    ranges = {name: options for name, options in form.items() if isinstance(options, dict)}
    return {name: options["default"] for name, options in ranges.items() if "default" in options}
