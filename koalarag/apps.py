from django.apps import AppConfig


class KoalaragConfig(AppConfig):
    name = "koalarag"
    verbose_name = "koalarag"
