from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from chat.admin.language_models import RolesField
from chat.admin.trying import Trying
from chat.language_models import server_objections, unreachable
from chat.models import Assistant, AssistantText
from chat.widget.origins import OriginsField
from chat.widget.snippet import snippet
from koalarag.folding import FoldedSearch


class TextInline(admin.StackedInline):
    model = AssistantText
    extra = 0
    max_num = 3
    readonly_fields = ["unanswered"]


class AssistantForm(forms.ModelForm):
    language_models = RolesField(
        label=_("language models"),
        required=False,
        help_text=_("As provider:model, or “embedded” for none. What is empty comes from the settings."),
    )

    embed_origins = OriginsField(
        label=_("pages that may show it"), help_text=Assistant._meta.get_field("embed_origins").help_text
    )

    is_superuser = False

    def clean_language_models(self) -> dict[str, Any]:
        wanted: dict[str, Any] = self.cleaned_data["language_models"]
        before = self.instance.language_models or {}
        found = [
            f"{role}: {objection}"
            for role, own in wanted.items()
            for objection in server_objections(own, before.get(role) or {}, is_superuser=self.is_superuser)
        ]
        if found:
            raise ValidationError(found)
        return wanted

    class Meta:
        model = Assistant
        fields = "__all__"  # noqa: DJ007 (the admin says which)


@admin.register(Assistant)
class AssistantAdmin(FoldedSearch, Trying):
    list_display = ["slug", "is_active", "position", "top_k", "min_relevance"]
    list_editable = ["is_active", "position"]
    list_filter = ["is_active"]
    search_fields = ["slug", "texts__name"]
    filter_horizontal = ["collections"]
    form = AssistantForm
    inlines = [TextInline]

    def get_form(self, request: HttpRequest, obj: Assistant | None = None, **kwargs: Any) -> Any:
        made = super().get_form(request, obj, **kwargs)
        made.is_superuser = request.user.is_superuser
        return made

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> Any:
        shown = self.get_object(request, object_id)
        kwargs["extra_context"] = {"widget_snippet": snippet(request, shown) if shown else ""}
        return super().change_view(request, object_id, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Assistant, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        # No error: a package and a key may come after the row.
        for problem in unreachable(obj.language_models):
            messages.warning(request, problem)
