import re
from unittest.mock import patch

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from knowledge import tasks
from knowledge.crawling import documents
from knowledge.models import (
    Collection,
    CrawledPage,
    CrawlHost,
    CrawlRun,
    Document,
    Outcome,
    Source,
    Visibility,
    WebSource,
)
from koalarag import roles

pytestmark = pytest.mark.django_db
LIST = reverse("admin:knowledge_websource_changelist")
ADD = reverse("admin:knowledge_websource_add")
FIELDS = {
    "slug": "library", "visibility": "public", "seeds": "https://www.example.edu/", "max_depth": 5, "max_pages": 100,
    "max_alike": 100, "schedule": "", "min_revisit_days": 1, "max_revisit_days": 30, "delay_seconds": 1,
}  # fmt: skip


@pytest.fixture
def source() -> WebSource:
    collection = Collection.objects.create(slug="rules", name="Rules")
    return WebSource.objects.create(slug="library", collection=collection, seeds="https://www.example.edu/")


@pytest.fixture
def staff() -> Client:
    roles.create()
    user = User.objects.create_user("staff", is_staff=True)
    user.groups.add(Group.objects.get(name=roles.STAFF))
    client = Client()
    client.force_login(user)
    return client


def change(source: WebSource) -> str:
    return reverse("admin:knowledge_websource_change", args=[source.pk])


def press(client: Client, source: WebSource, button: str) -> str:
    address = reverse("admin:knowledge_websource_crawl", args=[source.pk])
    with patch.object(tasks.crawl, "delay_on_commit"):
        return client.post(address, {"do": button}, follow=True).content.decode()


def test_a_website_is_crawled_paused_resumed_and_stopped(staff: Client, source: WebSource) -> None:
    assert "Not crawled yet." in staff.get(change(source)).content.decode()
    page = press(staff, source, "start")
    assert "The crawl has started." in page
    assert "data-crawling" in page
    assert "It is being crawled already." in press(staff, source, "trial")
    assert 'value="resume"' in press(staff, source, "pause")
    assert 'value="pause"' in press(staff, source, "resume")
    assert 'value="start"' in press(staff, source, "stop")
    assert "in another state" in press(staff, source, "pause")
    assert CrawlRun.objects.get().state == CrawlRun.State.STOPPED
    assert "Dry run" in press(staff, source, "trial")


def test_progress_and_reasons_are_shown_and_lead_to_the_pages(staff: Client, source: WebSource) -> None:
    run = CrawlRun.objects.create(source=source)
    host = CrawlHost.objects.create(name="www.example.edu")
    for number, (outcome, reason) in enumerate([("taken", ""), ("skipped", "robots"), ("failed", "timeout")]):
        CrawledPage.objects.create(
            source=source, run=run, host=host, url=f"https://www.example.edu/{number}", outcome=outcome, reason=reason,
            queued=False, visited_at=run.started_at,
        )  # fmt: skip
    page = staff.get(change(source)).content.decode()
    assert "robots.txt asks not to fetch it" in page
    assert "took too long" in page
    assert "0 queued, 3 visited, 1 failed" in staff.get(LIST).content.decode()
    pages = staff.get(reverse("admin:knowledge_crawledpage_changelist"), {"reason": "timeout"}).content.decode()
    assert "https://www.example.edu/2" in pages
    assert "https://www.example.edu/1" not in pages
    assert "took too long" in staff.get(reverse("admin:knowledge_crawlrun_change", args=[run.pk])).content.decode()


def test_settings_are_checked_and_only_superusers_open_private_networks(
    staff: Client, admin_client: Client, source: WebSource
) -> None:
    fields = FIELDS | {"slug": "other", "collection": source.collection_id}
    page = staff.post(ADD, fields | {"seeds": "nothing", "allowed_paths": "library"}).content.decode()
    assert "begins with https:// or http://: nothing" in page
    assert "A path begins with / or *" in page
    staff.post(ADD, fields | {"allow_private": "on"})
    assert not WebSource.objects.get(slug="other").allow_private
    admin_client.post(ADD, fields | {"slug": "third", "allow_private": "on"})
    assert WebSource.objects.get(slug="third").allow_private


def test_what_may_reach_private_addresses_leads_where_a_superuser_said(
    staff: Client, admin_client: Client, source: WebSource
) -> None:
    fields = {**FIELDS, "slug": source.slug, "collection": str(source.collection_id)}
    elsewhere = {"seeds": "http://127.0.0.1:5432/", "allowed_hosts": "169.254.169.254"}
    WebSource.objects.update(allow_private=True)
    staff.post(change(source), fields | elsewhere | {"delay_seconds": "7"})
    changed = WebSource.objects.get()
    assert (changed.seeds, changed.allowed_hosts, changed.delay_seconds) == (source.seeds, source.allowed_hosts, 7)
    admin_client.post(change(source), fields | elsewhere | {"allow_private": "on"})
    assert WebSource.objects.get().seeds == elsewhere["seeds"]


def test_who_may_see_a_website_changes_for_its_documents_but_not_against_a_correction(
    staff: Client, source: WebSource
) -> None:
    origin = Source.objects.create(collection=source.collection, kind=Source.Kind.WEB, location="library")
    for name, visibility in (("a", Visibility.PUBLIC), ("b", Visibility.STAFF)):
        Document.objects.create(
            collection=source.collection, source=origin, external_id=name, file_name=name, visibility=visibility
        )
    host = CrawlHost.objects.create(name="www.example.edu")
    CrawledPage.objects.create(source=source, host=host, url="https://e.org/", content_hash="x", outcome=Outcome.TAKEN)
    fields = FIELDS | {"collection": source.collection_id, "visibility": "student"}
    staff.post(change(source), fields)
    assert dict(Document.objects.values_list("external_id", "visibility")) == {"a": "student", "b": "staff"}
    assert CrawledPage.objects.get().content_hash == "x"
    staff.post(change(source), fields | {"keywords": "préstamo"})
    assert CrawledPage.objects.get().content_hash == ""


def test_websites_are_exported(staff: Client, source: WebSource) -> None:
    response = staff.post(LIST, {"action": "export", "_selected_action": [source.pk]})
    assert "slug: library" in response.content.decode()


def taken_from(source: WebSource) -> Document:
    origin = documents.provenance(source)
    return Document.objects.create(collection=source.collection, source=origin, external_id="https://www.example.edu/")


def test_staff_delete_a_website_with_its_crawls_and_pages_and_its_documents_stay(
    staff: Client, source: WebSource
) -> None:
    run = CrawlRun.objects.create(source=source)
    CrawledPage.objects.create(source=source, run=run, url="https://www.example.edu/", host=CrawlHost.objects.create())
    document = taken_from(source)
    address = reverse("admin:knowledge_websource_delete", args=[source.pk])
    assert "Keep 1 document" in staff.get(address).content.decode()
    page = staff.post(address, {"post": "yes", "documents": "keep"}, follow=True).content.decode()
    assert not WebSource.objects.exists()
    assert not CrawledPage.objects.exists()
    assert Document.objects.get() == document
    assert "1 document stays." in page
    (shown,) = re.findall(r'href="([^"]*source__id__in=[^"]*)"', page)
    assert list(staff.get(shown).context["cl"].queryset) == [document]


def test_the_documents_of_a_website_are_deleted_with_it_where_that_is_wanted(staff: Client, source: WebSource) -> None:
    taken_from(source)
    other = Document.objects.create(collection=source.collection, external_id="uploaded.md")
    address = reverse("admin:knowledge_websource_delete", args=[source.pk])
    page = staff.post(address, {"post": "yes", "documents": "delete"}, follow=True).content.decode()
    assert "1 document of it was deleted too." in page
    assert Document.objects.get() == other


def test_of_several_websites_that_are_deleted_the_documents_stay(staff: Client, source: WebSource) -> None:
    taken_from(source)
    chosen = {"action": "delete_selected", "_selected_action": [source.pk]}
    assert "the filter “source” shows them" in staff.post(LIST, chosen).content.decode()
    assert "1 document stays." in staff.post(LIST, chosen | {"post": "yes"}, follow=True).content.decode()
