"""The page that adds many traces up: its filters, and their numbers."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from chat.models import Assistant, Feedback, Trace
from chat.tracing import labels, reasons
from chat.tracing.aggregates import CRITERIA, READERS, Report, Selection, report

DAYS = 30


class SelectionForm(forms.Form):
    since = forms.DateField(label=_("from"), required=False, widget=forms.DateInput({"type": "date"}))
    until = forms.DateField(label=_("to"), required=False, widget=forms.DateInput({"type": "date"}))
    assistant = forms.ModelChoiceField(
        Assistant.objects.all(), label=_("assistant"), required=False, empty_label=_("all")
    )
    origin = forms.ChoiceField(
        label=_("origin"),
        required=False,
        choices=[("", _("all")), (READERS, _("readers (chat and API)")), *Trace.Origin.choices],
    )

    @property
    def selection(self) -> Selection:
        chosen = self.cleaned_data
        assistant = chosen["assistant"].pk if chosen["assistant"] else None
        return Selection(chosen["since"], chosen["until"], assistant, chosen["origin"])


def page(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What readers asked in the last thirty days where nothing is asked for; no report where what is asked for is no
    date."""
    recently = timezone.localdate() - timedelta(days=DAYS)
    form = SelectionForm(asked or {"since": recently.isoformat(), "origin": READERS})
    context = {"title": _("Statistics of answers"), "form": form, "criteria": list(map(labels.criterion, CRITERIA))}
    return {**context, **_named(report(form.selection))} if form.is_valid() else context


def _named(found: Report) -> dict[str, Any]:
    return {
        "report": found,
        "steps": [{**row, "step": labels.step(row["step"])} for row in found.steps],
        "scores": [{**row, "intent": labels.intent(row["intent"])} for row in found.scores],
        "issues": [{**row, "issue": reasons.issue(row["issue"])} for row in found.issues],
        "refusals": [{**row, "rule": labels.rule(row["rule"])} for row in found.refusals],
        "statuses": _labelled(found.statuses, "status", Trace.Status),
        "feedback": _labelled(found.feedback, "verdict", Feedback.Verdict),
    }


def _labelled(rows: Sequence[Mapping[str, Any]], column: str, choices: Any) -> list[dict[str, Any]]:
    labels = dict(choices.choices)
    return [{**row, "label": labels.get(row[column], row[column])} for row in rows]
