from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from chat.admin.language_models import RolesField
from chat.language_models import unreachable
from chat.models import Assistant, AssistantText


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

    class Meta:
        model = Assistant
        fields = "__all__"  # noqa: DJ007 (the admin says which)


@admin.register(Assistant)
class AssistantAdmin(admin.ModelAdmin):
    list_display = ["slug", "is_active", "position", "top_k", "min_relevance"]
    list_editable = ["is_active", "position"]
    list_filter = ["is_active"]
    search_fields = ["slug", "texts__name"]
    filter_horizontal = ["collections"]
    form = AssistantForm
    inlines = [TextInline]

    def save_model(self, request: HttpRequest, obj: Assistant, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        # No error: a package and a key may come after the row.
        for problem in unreachable(obj.language_models):
            messages.warning(request, problem)
