"""What a person does with a website: one way for admin's buttons and actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from knowledge.crawling import runs
from knowledge.crawling.documents import provenance
from knowledge.ingestion import former
from knowledge.models import CrawledPage, CrawlRun, Document, WebSource

START, TRIAL, PAUSE, RESUME, STOP = "start", "trial", "pause", "resume", "stop"
# What decides whether a page's content is taken in; for the rest nothing has to be read again.
_DECIDING = {"allowed_hosts", "allowed_paths", "excluded_paths", "keyword_list", "keywords"}


class NotPossible(Exception):
    """With a sentence for the person."""


def do(command: str, source: WebSource) -> str:
    """A sentence about what was done; NotPossible about what was not."""
    if command in (START, TRIAL):
        return _start(source, is_trial=command == TRIAL)
    run = runs.going(source)
    changes = {PAUSE: runs.pause, RESUME: runs.resume, STOP: runs.stop}
    if run is None or command not in changes or not changes[command](run):
        raise NotPossible(gettext("Its crawl is in another state by now."))
    return str(CrawlRun.State(CrawlRun.objects.get(pk=run.pk).state).label)


def _start(source: WebSource, *, is_trial: bool) -> str:
    try:
        runs.enqueue(runs.start(source, is_trial=is_trial))
    except runs.AlreadyGoing as error:
        raise NotPossible(gettext("It is being crawled already.")) from error
    except runs.NoSeeds as error:
        raise NotPossible(gettext("At least one address is needed.")) from error
    return gettext("The dry run has started.") if is_trial else gettext("The crawl has started.")


def settings_changed(source: WebSource, before: Mapping[str, Any]) -> None:
    """`before` is what was changed, as it was. Who may see its documents changes for those that are there already, but
    for those of which a person decided otherwise; what decides about pages is asked anew of every page."""
    if "visibility" in before:
        old = before["visibility"] or source.collection.visibility
        documents = Document.objects.filter(source=provenance(source), visibility=old)
        for document in documents.filter(former__isnull=False):
            document.visibility = source.documents_visibility
            former.correct(document, ["visibility"])
        documents.update(visibility=source.documents_visibility)
    if _DECIDING & set(before):
        pages = CrawledPage.objects.filter(source=source, is_trial=False)
        pages.update(content_hash="", etag="", last_modified="")
