from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = _("Chat")

    def ready(self) -> None:
        # Registers the checks.
        from chat import checks, presentation  # noqa: F401
        from chat.agent import extensions
        from chat.trips import cards, guide
        from chat.trips.extension import trips

        extensions.register(trips, {"guide": guide.problems})
        presentation.register("itinerary", cards.html)
