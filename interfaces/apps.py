from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class InterfacesConfig(AppConfig):
    name = "interfaces"
    verbose_name = _("Interfaces")
