"""The desk of administration and its page of failed documents, as staff and reviewers meet them."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from knowledge import tasks
from knowledge.ingestion import intake, pipeline, stuck
from knowledge.ingestion.extract.errors import TimedOut
from knowledge.models import Collection, CrawledPage, CrawlHost, CrawlRun, Document, Outcome, State, WebSource
from koalarag import roles

pytestmark = pytest.mark.django_db
HOME = reverse("admin:index")
FAILURES = reverse("admin:knowledge_document_failures")


def client_of(group: str) -> Client:
    roles.create()
    user = User.objects.create_user(group, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def staff() -> Client:
    return client_of(roles.STAFF)


@pytest.fixture
def collection() -> Collection:
    return Collection.objects.create(slug="rules", name="Rules")


def broken(collection: Collection, name: str = "a.pdf") -> Document:
    receipt = intake.receive(collection, name, b"%PDF-1.4 rubbish " + name.encode())
    pipeline.index(receipt.document_id)
    return Document.objects.get(pk=receipt.document_id)


def document(collection: Collection, name: str, **values: Any) -> Document:
    row = {"state": State.INDEXED, "indexed_at": timezone.now(), **values}
    return Document.objects.create(collection=collection, external_id=name, file_name=name, title=name, **row)


def press(client: Client, **fields: Any) -> str:
    """The page that follows a button of the page of failed documents."""
    return client.post(FAILURES, fields, follow=True).content.decode()


def test_the_desk_shows_each_kind_of_trouble_with_what_settles_it(staff: Client, collection: Collection) -> None:
    broken(collection)
    today = timezone.localdate()
    document(collection, "old prices", valid_until=today - timedelta(days=1))
    document(collection, "calendar", valid_until=today + timedelta(days=9))
    document(collection, "next year", valid_until=today + timedelta(days=90))
    document(collection, "replaced", valid_until=today, superseded_by=Document.objects.get(title="calendar"))
    page = staff.get(HOME).content.decode()
    assert "1 · The file is damaged or incomplete." in page
    assert FAILURES in page
    assert "old prices" in page
    assert "?validity=expired" in page
    assert "calendar" in page
    assert "next year" not in page
    assert "replaced" not in page
    assert "Stuck documents: 0" in page


def test_a_filter_of_the_list_holds_what_the_desk_counts(staff: Client, collection: Collection) -> None:
    today = timezone.localdate()
    document(collection, "old prices", valid_until=today - timedelta(days=1))
    document(collection, "calendar", valid_until=today)
    address = reverse("admin:knowledge_document_changelist")
    expired, expiring = (staff.get(f"{address}?validity={name}").content.decode() for name in ("expired", "expiring"))
    assert ("old prices" in expired, "old prices" in expiring) == (True, False)
    assert ("calendar" in expired, "calendar" in expiring) == (False, True)


def test_documents_that_nobody_works_on_are_handed_out_again(
    staff: Client, collection: Collection, django_capture_on_commit_callbacks: Any
) -> None:
    waiting = document(collection, "waiting", state=State.WAITING)
    Document.objects.update(updated_at=timezone.now() - 2 * stuck.STUCK_AFTER)
    assert 'id="desk-stuck"' in staff.get(HOME).content.decode()
    with patch.object(tasks.index_documents, "delay") as delay, django_capture_on_commit_callbacks(execute=True):
        staff.post(reverse("admin:knowledge_document_stuck"))
    delay.assert_called_once_with([waiting.pk])


def test_one_silent_worker_is_stuck_and_a_queue_that_moves_is_not(collection: Collection) -> None:
    early = timezone.now() - 2 * stuck.STUCK_AFTER
    silent = document(collection, "silent", state=State.PROCESSING, worked_at=early)
    document(collection, "waiting", state=State.WAITING)
    Document.objects.update(updated_at=early)
    document(collection, "done", worked_at=timezone.now())
    assert list(stuck.documents()) == [silent]


def website(collection: Collection, slug: str, state: str, *outcomes: str) -> CrawlRun:
    source = WebSource.objects.create(slug=slug, collection=collection, seeds="https://example.org/")
    run = CrawlRun.objects.create(source=source, state=state)
    host = CrawlHost.objects.get_or_create(name="example.org")[0]
    for number, outcome in enumerate(outcomes):
        CrawledPage.objects.create(source=source, url=f"/{number}", host=host, run=run, outcome=outcome)
    return run


def test_websites_with_trouble_are_told_by_what_is_wrong(staff: Client, collection: Collection) -> None:
    website(collection, "good", CrawlRun.State.FINISHED, Outcome.TAKEN)
    website(collection, "some-failed", CrawlRun.State.FINISHED, Outcome.TAKEN, Outcome.FAILED)
    website(collection, "unreachable", CrawlRun.State.FINISHED, Outcome.FAILED)
    website(collection, "halted", CrawlRun.State.PAUSED)
    page = staff.get(HOME).content.decode()
    desk = page[page.index('id="desk-websites"') : page.index("</article>", page.index('id="desk-websites"'))]
    assert "good" not in desk
    assert "some-failed" in desk
    assert "Nothing of it could be fetched. · 1 page failed" in desk
    assert "Its crawl is paused." in desk
    assert 'value="resume"' in desk


def test_who_may_only_read_gets_no_buttons(collection: Collection) -> None:
    broken(collection)
    document(collection, "waiting", state=State.WAITING)
    Document.objects.filter(title="waiting").update(updated_at=timezone.now() - 2 * stuck.STUCK_AFTER)
    website(collection, "halted", CrawlRun.State.PAUSED)
    reviewer = client_of(roles.REVIEWERS)
    for address in (HOME, FAILURES):
        page = reviewer.get(address).content.decode()
        assert "damaged" in page
        assert 'name="do"' not in page
    assert reviewer.post(FAILURES, {"do": "retry", "reason": "x"}).status_code == 403


def test_the_desk_costs_the_same_for_many_documents(
    staff: Client, collection: Collection, django_assert_max_num_queries: Any
) -> None:
    today = timezone.localdate()
    for number in range(30):
        document(collection, f"{number}", valid_until=today, state=State.FAILED if number % 2 else State.INDEXED)
    with django_assert_max_num_queries(20):
        staff.get(HOME)


def test_a_failure_says_why_what_to_do_and_how_often(staff: Client, collection: Collection) -> None:
    failed = broken(collection)
    intake.again(Document.objects.all())
    pipeline.index(failed.pk)
    page = staff.get(FAILURES).content.decode()
    assert "1 · The file is damaged or incomplete." in page
    assert "Open it, save it again and upload the new copy." in page
    assert 'data-label="Attempts">2<' in page
    assert f"?collection={collection.pk}" not in page


def test_what_no_second_reading_helps_is_offered_another_file_instead(staff: Client, collection: Collection) -> None:
    failed = broken(collection)
    document(collection, "slow", state=State.FAILED, error=TimedOut.message)
    page = staff.get(FAILURES).content.decode()
    damaged, slow = sorted(page.split('<section class="module desk-reason"')[1:], key=lambda part: "slow" in part)
    assert 'value="retry"' not in damaged
    form = f"{reverse('admin:knowledge_document_change', args=[failed.pk])}#another-file"
    assert form in damaged
    assert 'id="another-file"' in staff.get(form).content.decode()
    assert 'value="retry"' in slow
    assert "#another-file" not in slow
    assert damaged.count('value="ignore"') == slow.count('value="ignore"') == 2


def test_all_of_one_reason_in_one_collection_are_tried_again(
    staff: Client, collection: Collection, django_capture_on_commit_callbacks: Any
) -> None:
    first, second = broken(collection), broken(collection, "b.pdf")
    other = broken(Collection.objects.create(slug="other", name="Other"))
    document(collection, "empty", state=State.FAILED, error="The file is empty. Upload one with text.")
    reason = first.error.partition("\n")[0]
    with patch.object(tasks.index_documents, "delay"), django_capture_on_commit_callbacks(execute=True):
        page = press(staff, do="retry", reason=reason, collection=collection.pk)
    assert "2 documents are being indexed again." in page
    states = dict(Document.objects.values_list("pk", "state"))
    assert states.pop(first.pk) == states.pop(second.pk) == State.WAITING
    assert set(states.values()) == {State.FAILED}
    assert other.pk in states


def test_an_ignored_failure_leaves_the_desk_until_it_is_indexed_again(staff: Client, collection: Collection) -> None:
    failed = broken(collection)
    assert "1 document is ignored." in press(staff, do="ignore", document=failed.pk)
    assert "Failed documents: 0" in staff.get(HOME).content.decode()
    assert failed.file_name in staff.get(f"{FAILURES}?ignored=1").content.decode()
    assert "on the desk again" in press(staff, do="notice", document=failed.pk, ignored="1")
    press(staff, do="ignore", document=failed.pk)
    intake.again(Document.objects.all())
    pipeline.index(failed.pk)
    assert failed.file_name in staff.get(FAILURES).content.decode()


def test_a_reason_that_is_no_button_of_the_page_changes_nothing(staff: Client, collection: Collection) -> None:
    failed = broken(collection)
    for fields in ({"do": "retry"}, {"do": "burn", "document": failed.pk}, {"document": "x"}):
        assert "Choose one of the buttons" in press(staff, **fields)
    assert staff.get(f"{FAILURES}?collection=999").status_code == 302
    failed.refresh_from_db()
    assert failed.state == State.FAILED


def test_new_bytes_begin_to_count_anew(collection: Collection) -> None:
    failed = broken(collection)
    Document.objects.update(ignored_at=timezone.now())
    intake.receive(collection, failed.file_name, b"%PDF-1.4 other rubbish")
    failed.refresh_from_db()
    assert (failed.failures, failed.ignored_at) == (0, None)
