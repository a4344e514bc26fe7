from django.apps import AppConfig


class KoalaragConfig(AppConfig):
    name = "koalarag"
    verbose_name = "koalarag"

    def ready(self) -> None:
        # Celery is loaded here and not in the package, whose other modules are small processes of their own.
        from koalarag import celery, checks, connections

        connections.try_again_soon()
        self.celery, self.checks = celery.app, checks
