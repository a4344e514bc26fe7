from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from chat.agent.extensions import Extension
    from chat.models import Message


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = _("Chat")

    def ready(self) -> None:
        # Registers the checks.
        from chat import checks  # noqa: F401
        from chat.agent import extensions

        extensions.register(_trips, {"guide": _guide_problems}, {"itinerary": _itinerary})


# Trips bring most of the agent with them, which processes that answer nothing can do without.
def _trips(scope: Mapping[str, Any], form: Mapping[str, Any]) -> Extension | None:
    from chat.trips.extension import trips

    return trips(scope, form)


def _guide_problems(key: str, configured: Any) -> Iterator[str]:
    from chat.trips.guide import problems

    return problems(key, configured)


def _itinerary(message: Message) -> str:
    from chat.trips.cards import html

    return html(message)
