"""Embedding models: built beside each other with progress, swapped in and back, removed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, ngettext

from knowledge.embedding import building, swapping
from knowledge.embedding.base import EmbeddingError
from knowledge.models import EmbeddingModel
from koalarag import model_servers

# Where a model is reached may change; what its vectors depend on may not.
_ALWAYS = ("base_url", "api_key_variable")
_ONCE = ("name", "remote_model", "dimensions", "window")


class EmbeddingModelForm(forms.ModelForm):
    is_superuser = False

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if set(_ALWAYS) & set(self.changed_data) or not self.instance.pk:
            named = [cleaned.get(name) or "" for name in _ALWAYS if name in self.fields]
            if len(named) == len(_ALWAYS):
                for objection in model_servers.objections(*named, is_superuser=self.is_superuser):
                    self.add_error("base_url", objection)
        return cleaned


@admin.register(EmbeddingModel)
class EmbeddingModelAdmin(admin.ModelAdmin):
    list_display = ["name", "is_active", "status", "kind", "dimensions", "base_url"]
    actions = ["build", "activate", "remove"]
    form = EmbeddingModelForm
    fields = ["name", "remote_model", "base_url", "api_key_variable", "dimensions", "window"]

    class Media:
        css = {"all": ["knowledge/admin.css"]}
        js = ["knowledge/admin_progress.js"]

    def get_form(self, request: HttpRequest, obj: EmbeddingModel | None = None, **kwargs: Any) -> Any:
        made = super().get_form(request, obj, **kwargs)
        made.is_superuser = request.user.is_superuser
        return made

    def get_readonly_fields(self, request: HttpRequest, obj: EmbeddingModel | None = None) -> tuple[str, ...]:
        if obj is None:
            return ()
        return _ONCE if obj.kind == EmbeddingModel.Kind.OPENAI else _ONCE + _ALWAYS

    def has_delete_permission(self, request: HttpRequest, obj: EmbeddingModel | None = None) -> bool:
        """The action “remove” does it, with the vectors."""
        return False

    @admin.display(description=gettext_lazy("state"), ordering="state")
    def status(self, model: EmbeddingModel) -> SafeString:
        label = model.get_state_display()
        match model.state:
            case EmbeddingModel.State.BUILDING:
                bar = '<progress max="100" value="{0}" aria-label="{1}"></progress> {0} %'
                done = format_html(bar, model.progress, gettext("progress"))
                return format_html('<span class="doc-state" data-working>{} {}</span>', label, done)
            case EmbeddingModel.State.FAILED:
                markup = '<strong class="doc-state doc-failed">{}</strong><span class="doc-error">{}</span>'
                return format_html(markup, label, model.error)
            case _:
                return format_html('<span class="doc-state">{}</span>', label)

    @admin.action(description=gettext_lazy("Build the vectors that are missing"), permissions=["change"])
    def build(self, request: HttpRequest, models: QuerySet[EmbeddingModel]) -> None:
        for model in models:
            building.enqueue(model)
        text = ngettext("%d model is being built.", "%d models are being built.", len(models))
        self.message_user(request, text % len(models))

    @admin.action(description=gettext_lazy("Use in searches"), permissions=["change"])
    def activate(self, request: HttpRequest, models: QuerySet[EmbeddingModel]) -> None:
        if len(models) != 1:
            self.message_user(request, gettext("Select one model to use."), messages.WARNING)
            return
        (model,) = models
        try:
            swapping.activate(model)
        except (EmbeddingError, swapping.NotComplete) as error:
            self.message_user(request, str(error), messages.ERROR)
        else:
            text = gettext("Searches use “%s” from now on. The former keeps its vectors, to go back to.")
            self.message_user(request, text % model.name)

    @admin.action(description=gettext_lazy("Remove with their vectors"), permissions=["change"])
    def remove(self, request: HttpRequest, models: QuerySet[EmbeddingModel]) -> None:
        for model in models:
            try:
                swapping.remove(model)
            except swapping.ModelInUse as error:
                self.message_user(request, str(error), messages.ERROR)
            else:
                self.message_user(request, gettext("“%s” and its vectors are removed.") % model.name)
