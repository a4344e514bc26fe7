from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = _("Chat")

    def ready(self) -> None:
        # Registers the checks.
        from chat import checks  # noqa: F401
        from chat.agent import extensions
        from chat.trips.extension import trips

        extensions.register(trips)
