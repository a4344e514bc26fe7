"""Datasets of questions, and runs of an assistant over them."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from chat.models import Assistant


class Dataset(models.Model):
    slug = models.SlugField(_("slug"), unique=True)
    name = models.CharField(_("name"), max_length=200)
    description = models.TextField(_("description"), blank=True)

    class Meta:
        ordering = ["slug"]
        verbose_name = _("dataset")
        verbose_name_plural = _("datasets")

    def __str__(self) -> str:
        return self.name


class Case(models.Model):
    """A question, and what a good answer to it is."""

    class Kind(models.TextChoices):
        ANSWERABLE = "answerable", _("answerable")
        UNANSWERABLE = "unanswerable", _("unanswerable")
        SENSITIVE = "sensitive", _("sensitive")
        AMBIGUOUS = "ambiguous", _("ambiguous")
        NOISY = "noisy", _("noisy")
        MULTI_DOCUMENT = "multi_document", _("multi-document")
        COUNTERFACTUAL = "counterfactual", _("counterfactual")

    dataset = models.ForeignKey(Dataset, on_delete=models.CASCADE, related_name="cases", verbose_name=_("dataset"))
    external_id = models.CharField(_("identifier"), max_length=100)
    kind = models.CharField(_("kind"), max_length=20, choices=Kind, default=Kind.ANSWERABLE)
    question = models.TextField(_("question"))
    answer = models.TextField(_("expected answer"), blank=True)
    # Each group must be met by one of its alternatives, accents and case aside: [["30 days", "thirty days"], ["PhD"]]
    facts = models.JSONField(_("expected facts"), default=list, blank=True)
    documents = ArrayField(
        models.CharField(max_length=500),
        default=list,
        blank=True,
        verbose_name=_("expected documents"),
        help_text=_("identifiers, or Title#Section"),
    )
    form = models.JSONField(_("form values"), default=dict, blank=True)
    # [{"role": "user" or "assistant", "text": …, "status"?: …}, …]
    history = models.JSONField(_("earlier messages"), default=list, blank=True)

    class Meta:
        ordering = ["dataset", "pk"]
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        constraints = [models.UniqueConstraint(fields=["dataset", "external_id"], name="one_case_per_id")]

    def __str__(self) -> str:
        return self.question[:80]


class Run(models.Model):
    """One pass over a dataset: what was configured, how far it is, what came out."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    dataset = models.ForeignKey(Dataset, on_delete=models.CASCADE, related_name="runs", verbose_name=_("dataset"))
    assistant = models.ForeignKey(Assistant, on_delete=models.CASCADE, related_name="runs", verbose_name=_("assistant"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    progress = models.PositiveSmallIntegerField(_("progress %"), default=0)
    error = models.TextField(_("error"), blank=True)
    # Assistant settings, corpus fingerprint, code version: what is needed to repeat it.
    configuration = models.JSONField(_("configuration"), default=dict)
    # {metric: {"mean": float, "cases": how many it is the mean of}}
    metrics = models.JSONField(_("metrics"), default=dict)
    created_at = models.DateTimeField(_("started at"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished at"), null=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("run")
        verbose_name_plural = _("runs")

    def __str__(self) -> str:
        return f"{self.dataset} · {self.assistant} · {self.pk}"


class Result(models.Model):
    """What one case gave in one run. It stays readable when the case has changed or gone."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="results")
    case = models.ForeignKey(Case, on_delete=models.SET_NULL, null=True, related_name="results")
    # The case as it was asked: {"id", "kind", "question", "answer", "facts", "documents", "form", "history"}
    asked = models.JSONField(_("case"), default=dict)
    # What evaluation.outcomes.outcome_of makes of an answer, or {"status": "failed", "error": …, "trace": …}
    outcome = models.JSONField(_("answer"), default=dict)
    # {metric: value} for the metrics that apply to the case
    scores = models.JSONField(_("scores"), default=dict)

    class Meta:
        ordering = ["run", "pk"]
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [models.UniqueConstraint(fields=["run", "case"], name="one_result_per_case")]

    def __str__(self) -> str:
        return f"{self.run_id}/{self.asked.get('id', self.case_id)}"
