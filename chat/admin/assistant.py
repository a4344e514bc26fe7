from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from chat.admin.language_models import RolesField
from chat.admin.trying import Trying
from chat.language_models import server_objections, unreachable
from chat.models import Assistant, AssistantText
from chat.widget.origins import OriginsField
from chat.widget.snippet import snippet
from koalarag.folding import FoldedSearch

_label = lazy(capfirst, str)


class TextFormSet(BaseInlineFormSet):
    def clean(self) -> None:
        """Readers choose an assistant by its name."""
        super().clean()
        named = [form for form in self.forms if form not in self.deleted_forms and form.cleaned_data.get("name")]
        if not named:
            raise ValidationError(_("An assistant needs a name in at least one language."))


class TextInline(admin.StackedInline):
    model = AssistantText
    formset = TextFormSet
    extra = 0
    min_num = 1
    max_num = 3
    readonly_fields = ["unanswered"]


class AssistantForm(forms.ModelForm):
    language_models = RolesField(
        label=_label(_("language models")),
        required=False,
        help_text=_("As provider:model, or “embedded” for none. What is empty comes from the settings."),
    )

    embed_origins = OriginsField(
        label=_label(_("pages that may show it")),
        help_text=Assistant._meta.get_field("embed_origins").help_text,
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
        help_texts = {"slug": _("What it is called in addresses and commands: letters, digits and hyphens.")}


@admin.register(Assistant)
class AssistantAdmin(FoldedSearch, Trying):
    list_display = ["slug", "name", "reads", "is_active", "position"]
    list_editable = ["is_active", "position"]
    list_filter = ["is_active"]
    search_fields = ["slug", "texts__name"]
    filter_horizontal = ["collections"]
    form = AssistantForm
    inlines = [TextInline]
    fieldsets = [
        (None, {"fields": ["slug", "collections", "is_active", "position"]}),
        (
            _("How it answers"),
            {
                "fields": ["top_k", "min_relevance", "history_length", "prompt_budget", "language_models"],
                "classes": ["collapse"],
            },
        ),
        (
            _("Form and scope"),
            {
                "fields": ["form", "scope"],
                "classes": ["collapse"],
                "description": _(
                    "In JSON: what an assistant asks that plans trips, and which subjects one refuses. Most assistants"
                    " need neither and leave {} in both; docs/assistants.md explains them."
                ),
            },
        ),
        (_("On other websites"), {"fields": ["embed_origins"]}),
    ]

    class Media:
        css = {"all": ["chat/assistant.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Assistant]:
        return super().get_queryset(request).prefetch_related("texts", "collections")

    @admin.display(description=_("name"))
    def name(self, assistant: Assistant) -> str:
        return assistant.text_in().name

    @admin.display(description=_("collections"))
    def reads(self, assistant: Assistant) -> str:
        return ", ".join(map(str, assistant.collections.all()))

    def get_changelist_formset(self, request: HttpRequest, **kwargs: Any) -> Any:
        """With a name for each field, which a list gives to its columns alone."""
        formset = super().get_changelist_formset(request, **kwargs)
        for field in formset.form.base_fields.values():
            field.widget.attrs["aria-label"] = field.label
        return formset

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
