from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from chat.widget.origins import OriginsField
from interfaces import tokens
from interfaces.models import ApiToken, LtiPlatform


class TokenForm(forms.Form):
    """Of one's own token: what the owner is not offered cannot be chosen."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=100,
        help_text=gettext_lazy("What it is for, for example the program's name."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("It may"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one thing that it may do.")},
    )
    days = forms.TypedChoiceField(label=gettext_lazy("It is valid for"), coerce=int, initial=tokens.DAYS[1])

    def __init__(self, owner: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owner = owner
        self.fields["scopes"].choices = [(scope.value, scope.label) for scope in tokens.offered(owner)]
        self.fields["days"].choices = [(days, lasting(days)) for days in tokens.DAYS]

    def make(self) -> tuple[ApiToken, str]:
        chosen = self.cleaned_data
        return tokens.make(self.owner, chosen["name"], chosen["scopes"], chosen["days"])


class AnybodysTokenForm(forms.ModelForm):
    """In the administration, for any owner."""

    days = forms.TypedChoiceField(label=gettext_lazy("It is valid for"), coerce=int, initial=tokens.DAYS[1])
    scopes = forms.MultipleChoiceField(label=gettext_lazy("It may"), widget=forms.CheckboxSelectMultiple)

    class Meta:
        model = ApiToken
        fields = ("user", "name")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scopes"].choices = ApiToken._meta.get_field("scopes").base_field.choices
        self.fields["days"].choices = [(days, lasting(days)) for days in tokens.DAYS]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        owner = cleaned.get("user")
        useless = set(cleaned.get("scopes", ())) - set(tokens.offered(owner)) if owner else set()
        if useless:
            self.add_error(
                "scopes", _("Its owner may not do this: %(scopes)s") % {"scopes": ", ".join(sorted(useless))}
            )
        return cleaned


def lasting(days: int) -> str:
    return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}


class PlatformForm(forms.ModelForm):
    embed_origins = OriginsField(
        label=gettext_lazy("pages that may show it"), help_text=LtiPlatform._meta.get_field("embed_origins").help_text
    )

    class Meta:
        model = LtiPlatform
        fields = [
            "name", "issuer", "client_id", "deployments", "authentication_url", "key_set_url", "assistant",
            "keeps_accounts", "embed_origins", "is_active",
        ]  # fmt: skip
