from django.apps import AppConfig, apps

OURS = ("knowledge", "chat", "evaluation", "interfaces")


class KoalaragConfig(AppConfig):
    name = "koalarag"
    verbose_name = "koalarag"

    def ready(self) -> None:
        # Celery is loaded here and not in the package, whose other modules are small processes of their own.
        from koalarag import celery, checks, choices, connections, folding  # noqa: F401 -- registers a lookup

        connections.try_again_soon()
        for app in OURS:
            choices.name_choices(apps.get_app_config(app))
        self.celery, self.checks = celery.app, checks
