"""Websites that are crawled: their settings, the frontier of their pages, and the runs that work on it."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from knowledge.models.collection import Collection, Publishing
from knowledge.models.document import Document, Visibility

MAX_URL = 1000


class WebSource(models.Model):
    """A website, or a part of one, whose pages and files become documents of a collection."""

    class Schedule(models.TextChoices):
        BY_HAND = "", _("only by hand")
        HOURLY = "hourly", _("every hour")
        DAILY = "daily", _("every day")
        WEEKLY = "weekly", _("every week")
        MONTHLY = "monthly", _("every month")

    slug = models.SlugField(_("slug"), unique=True)
    collection = models.ForeignKey(
        Collection, on_delete=models.CASCADE, related_name="web_sources", verbose_name=_("collection")
    )
    seeds = models.TextField(_("addresses to begin with"), help_text=_("One a line, with https://."))
    allowed_hosts = models.TextField(
        _("hosts"),
        blank=True,
        help_text=_("One a line; *.example.edu for all below it. Empty: those of the addresses to begin with."),
    )
    allowed_paths = models.TextField(
        _("only paths"), blank=True, help_text=_("One a line, such as /library/ or /*/rules/. Empty: all.")
    )
    excluded_paths = models.TextField(
        _("excluded paths"), blank=True, help_text=_("One a line, such as /calendar/ or *?print=1")
    )
    max_depth = models.PositiveSmallIntegerField(
        _("depth"), default=5, validators=[MaxValueValidator(50)], help_text=_("Links from the first addresses.")
    )
    max_pages = models.PositiveIntegerField(_("most pages"), default=10_000, validators=[MinValueValidator(1)])
    max_alike = models.PositiveIntegerField(
        _("most pages of one form"),
        default=2000,
        validators=[MinValueValidator(1)],
        help_text=_("Addresses that differ only in numbers or after the question mark: calendars have no end."),
    )
    keyword_list = models.CharField(
        _("list of keywords"),
        max_length=40,
        blank=True,
        help_text=_("Only what has one in its address, link, title or headings is taken in; links are followed."),
    )
    keywords = models.TextField(_("more keywords"), blank=True, help_text=_("One a line."))
    visibility = models.CharField(
        _("visible to"),
        max_length=10,
        choices=Visibility,
        blank=True,
        help_text=_("Its documents. Empty: as its collection."),
    )
    publishing = models.CharField(
        _("published"),
        max_length=10,
        choices=Publishing,
        blank=True,
        help_text=_("What is new or changed there. Empty: as its collection."),
    )
    schedule = models.CharField(_("schedule"), max_length=10, choices=Schedule, blank=True, default=Schedule.BY_HAND)
    min_revisit_days = models.FloatField(
        _("visited again after, at the earliest (days)"), default=1, validators=[MinValueValidator(0.01)]
    )
    max_revisit_days = models.FloatField(
        _("at the latest (days)"), default=30, validators=[MinValueValidator(0.01), MaxValueValidator(3650)]
    )
    delay_seconds = models.FloatField(
        _("seconds between two requests to a host"),
        default=1,
        validators=[MinValueValidator(0), MaxValueValidator(3600)],
        help_text=_("What robots.txt asks for holds if it is more."),
    )
    allow_private = models.BooleanField(
        _("may reach private addresses"),
        default=False,
        help_text=_("Of the organisation's own network and of this machine. Only superusers may change this."),
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["slug"]
        verbose_name = _("website")
        verbose_name_plural = _("websites")

    def __str__(self) -> str:
        return self.slug

    @property
    def documents_visibility(self) -> str:
        return self.visibility or self.collection.visibility


class CrawlRun(models.Model):
    """One walk over a website; at most one of a website is going on."""

    class State(models.TextChoices):
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        STOPPED = "stopped", _("stopped")
        FINISHED = "finished", _("finished")

    source = models.ForeignKey(WebSource, on_delete=models.CASCADE, related_name="runs", verbose_name=_("website"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.RUNNING)
    is_trial = models.BooleanField(_("dry run"), default=False)
    only_due = models.BooleanField(_("only what is due"), default=False)
    # Tasks carry the number with which they were queued; those of an older one do nothing.
    ticket = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(_("started"), default=timezone.now)
    worked_at = models.DateTimeField(_("last sign of life"), default=timezone.now)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("crawl")
        verbose_name_plural = _("crawls")
        constraints = [
            models.UniqueConstraint(
                fields=["source"], condition=Q(state__in=["running", "paused"]), name="one_crawl_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.pk}"


class CrawlHost(models.Model):
    """Shared by all websites, so that a host is never asked faster than one of them may."""

    name = models.CharField(max_length=255, unique=True)
    next_request_at = models.DateTimeField(default=timezone.now)
    # Requests in a row that got no answer.
    troubles = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class RobotsFile(models.Model):
    origin = models.CharField(max_length=300, unique=True, help_text=_("scheme, host and port"))
    text = models.TextField(blank=True)
    # Nothing may be fetched: the host has rules, and does not tell them.
    is_unknown = models.BooleanField(default=False)
    fetched_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.origin


class Outcome(models.TextChoices):
    NONE = "", _("not visited")
    TAKEN = "taken", _("taken in")
    UNCHANGED = "unchanged", _("unchanged")
    SAME_TEXT = "same", _("the same text as another")
    READ = "read", _("read for its links")
    SKIPPED = "skipped", _("skipped")
    FAILED = "failed", pgettext_lazy("pages", "failed")
    GONE = "gone", _("gone")


class CrawledPage(models.Model):
    """An address of a website: a place in its frontier, and what the last visit found there."""

    source = models.ForeignKey(WebSource, on_delete=models.CASCADE, related_name="pages", verbose_name=_("website"))
    # A dry run has a frontier of its own, thrown away when the next one begins.
    is_trial = models.BooleanField(_("dry run"), default=False)
    url = models.CharField(_("address"), max_length=MAX_URL)
    host = models.ForeignKey(CrawlHost, on_delete=models.PROTECT, related_name="+")
    # sha1 of the address with its numbers and the values of its query left out.
    shape = models.CharField(max_length=40)
    is_sitemap = models.BooleanField(default=False)
    link_text = models.CharField(_("link"), max_length=300, blank=True)
    depth = models.PositiveSmallIntegerField(_("depth"), default=0)
    redirects = models.PositiveSmallIntegerField(default=0)
    lastmod = models.DateTimeField(_("modified, says the sitemap"), null=True, blank=True)

    queued = models.BooleanField(_("in the queue"), default=True)
    due_at = models.DateTimeField(_("due"), default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)

    run = models.ForeignKey(CrawlRun, on_delete=models.SET_NULL, null=True, blank=True, related_name="pages")
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True, default=Outcome.NONE)
    reason = models.CharField(_("reason"), max_length=20, blank=True)
    detail = models.CharField(_("detail"), max_length=300, blank=True)
    title = models.CharField(_("title"), max_length=300, blank=True)
    media_type = models.CharField(_("format"), max_length=100, blank=True)
    size = models.PositiveBigIntegerField(_("size in bytes"), default=0)
    etag = models.CharField(max_length=300, blank=True)
    last_modified = models.CharField(max_length=100, blank=True)
    content_hash = models.CharField(max_length=64, blank=True)
    text_hash = models.CharField(max_length=64, blank=True)
    document = models.ForeignKey(
        Document, on_delete=models.SET_NULL, null=True, blank=True, related_name="pages", verbose_name=_("document")
    )
    canonical = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="aliases")
    # Visits in a row that did not find what was here.
    misses = models.PositiveSmallIntegerField(_("tries without it"), default=0)
    visited_at = models.DateTimeField(_("visited on"), null=True, blank=True)
    changed_at = models.DateTimeField(_("changed"), null=True, blank=True)
    interval_days = models.FloatField(_("visited again after (days)"), default=0)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("page of a website")
        verbose_name_plural = _("pages of websites")
        constraints = [models.UniqueConstraint(fields=["source", "is_trial", "url"], name="one_page_per_address")]
        indexes = [
            models.Index(fields=["source", "is_trial", "host"], condition=Q(queued=True), name="crawl_frontier"),
            models.Index(fields=["source", "is_trial", "shape"], name="crawl_shape"),
            models.Index(fields=["source", "is_trial", "text_hash"], name="crawl_text"),
            models.Index(fields=["run", "outcome"], name="crawl_progress"),
        ]

    def __str__(self) -> str:
        return self.url
