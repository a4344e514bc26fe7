"""API tokens of everybody: who has which, when it was last used; deleting one revokes it. Learning platforms."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from interfaces import tokens
from interfaces.forms import AnybodysTokenForm, PlatformForm
from interfaces.models import ApiToken, LtiPlatform
from koalarag.folding import FoldedSearch


@admin.register(ApiToken)
class ApiTokenAdmin(FoldedSearch):
    """Making one for somebody else is the superusers': it does whatever its owner may do."""

    form = AnybodysTokenForm
    change_list_template = "admin/interfaces/apitoken/change_list.html"
    list_display = ["name", "user", "hint", "granted", "created_at", "expires_at", "last_used_at"]
    list_filter = ["expires_at", "last_used_at"]
    list_select_related = ["user"]
    search_fields = ["name", "hint", "user__username"]

    @admin.display(description=_("scopes"))
    def granted(self, token: ApiToken) -> str:
        return ", ".join(token.scopes)

    def get_fields(self, request: HttpRequest, obj: ApiToken | None = None) -> list[str]:
        shown = ["user", "name", "hint", "granted", "created_at", "expires_at", "last_used_at"]
        return shown if obj else ["user", "name", "scopes", "days"]

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        """What a token may do is settled when it is made."""
        return False

    def save_model(self, request: HttpRequest, obj: ApiToken, form: Any, change: bool) -> None:
        chosen = form.cleaned_data
        made, secret = tokens.make(chosen["user"], chosen["name"], chosen["scopes"], chosen["days"])
        obj.pk = made.pk
        told = format_html("{} <code>{}</code>", _("The new token, which is shown this once:"), secret)
        self.message_user(request, told, messages.WARNING)


@admin.register(LtiPlatform)
class LtiPlatformAdmin(FoldedSearch):
    """The superusers': whoever registers a platform lets it make accounts."""

    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}
    form = PlatformForm
    list_display = ["name", "issuer", "assistant", "keeps_accounts", "is_active"]
    list_select_related = ["assistant"]
    search_fields = ["name", "issuer"]

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> Any:
        """With what the platform's own administrator has to be told of us."""
        tool = [
            (_("Tool URL and redirection URI"), "lti-launch"),
            (_("Initiate login URL"), "lti-login"),
            (_("Public keyset URL"), "lti-keys"),
        ]
        told = [(label, name, request.build_absolute_uri(reverse(name))) for label, name in tool]
        return super().changeform_view(request, object_id, form_url, {**(extra_context or {}), "tool": told})
