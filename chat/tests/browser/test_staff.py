"""Pages of staff in a browser: they fit, wide and narrow, in light and dark, and nothing of them is out of reach."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect

from chat.models import Assistant, AssistantText
from chat.tests.browser.test_accessibility import violations
from evaluation.models import Dataset
from knowledge.ingestion import intake, pipeline
from knowledge.ingestion.extract.errors import Broken
from knowledge.models import Collection, CrawlRun, Document, Replacement, WebSource
from knowledge.tests.corpus import Text, add
from knowledge.tests.highlighting import pdfs
from koalarag.tests.browsers import OpenPage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LOANS = b"# Loans\n\nUndergraduates may borrow ten books.\n\nDoctoral students may borrow 35 books for thirty days."


@pytest.fixture(params=[(1366, "light"), (390, "dark")], ids=["wide", "narrow"])
def staff_page(open_page: OpenPage, site: str, request: Any) -> Page:
    width, theme = request.param
    page = open_page(viewport={"width": width, "height": 850}, locale="en", color_scheme=theme)
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])
    return page


@pytest.fixture
def loans() -> Document:
    collection = Collection.objects.create(slug="rules", name="Rules", language="en")
    assistant = Assistant.objects.create(slug="rules")
    assistant.collections.add(collection)
    AssistantText.objects.create(assistant=assistant, language="en", name="Rules")
    receipt = intake.receive(collection, "loans.md", LOANS)
    pipeline.index(receipt.document_id)
    return Document.objects.get()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_draft_is_asked_and_its_hiding_is_told(staff_page: Page, site: str, loans: Document) -> None:
    Document.objects.update(is_draft=True)
    staff_page.goto(f"{site}/admin/knowledge/document/{loans.pk}/change/")
    staff_page.get_by_role("link", name="Ask this document").click()
    staff_page.get_by_label("Question").fill("How many books may doctoral students borrow?")
    staff_page.get_by_role("button", name="Ask this document").click()
    expect(staff_page.locator(".trying-answer")).to_contain_text("35 books for thirty days")
    assert fits(staff_page)
    assert violations(staff_page) == []
    staff_page.get_by_role("button", name="Why is this not found?").click()
    expect(staff_page.locator(".trying-verdict")).to_contain_text("It is a draft")
    staff_page.locator(".trying-passages summary").first.click()
    expect(staff_page.locator(".trying-passages .doc-text").first).to_contain_text("thirty days")
    assert fits(staff_page)
    assert violations(staff_page) == []


def test_what_was_read_stands_beside_its_page_and_each_marks_the_other(staff_page: Page, site: str) -> None:
    collection = Collection.objects.create(slug="rules", name="Rules", language="en")
    receipt = intake.receive(collection, "rules.pdf", pdfs.regulations())
    pipeline.index(receipt.document_id)
    staff_page.goto(f"{site}/admin/knowledge/document/{receipt.document_id}/change/")
    staff_page.get_by_role("link", name="What was read of it").click()
    block = staff_page.locator(".preview-block", has_text=pdfs.LOANS[:40])
    marked = staff_page.locator(".preview-place.is-marked")
    expect(marked).to_have_count(0)
    block.hover()
    expect(marked).not_to_have_count(0)
    staff_page.mouse.move(0, 0)
    expect(marked).to_have_count(0)
    staff_page.locator(".preview-place").first.hover()
    expect(staff_page.locator(".preview-block.is-marked")).to_have_count(1)
    expect(staff_page.locator(".preview-page img")).to_have_js_property("complete", True)
    assert staff_page.evaluate("document.querySelector('.preview-page img').naturalWidth") > 500
    assert fits(staff_page)
    assert violations(staff_page) == []


def test_lists_fit_and_nothing_in_them_is_without_a_name(staff_page: Page, site: str, loans: Document) -> None:
    Document.objects.update(state="failed", error=f"{Broken.message}\nno pages", course="Física", page_count=12)
    Dataset.objects.create(slug="loans", name="Loans")
    source = WebSource.objects.create(slug="library", collection=loans.collection, seeds="https://example.org/")
    CrawlRun.objects.create(source=source)
    staff_page.goto(f"{site}/admin/knowledge/document/")
    assert staff_page.evaluate("result_list.offsetWidth <= result_list.parentElement.clientWidth")
    paths = [
        "knowledge/document/",
        f"knowledge/websource/{source.pk}/change/",
        f"knowledge/document/{loans.pk}/preview/",
    ]
    paths += ["knowledge/document/failures/", "chat/assistant/", "evaluation/dataset/", "chat/trace/"]
    found = []
    for path in paths:
        staff_page.goto(f"{site}/admin/{path}")
        found += violations(staff_page)
    assert found == []


def test_a_proposed_replacement_is_decided_within_the_window(staff_page: Page, site: str, loans: Document) -> None:
    newer = add(loans.collection, Text("newer.md", "Loans", "These rules replace the rules on loans.", "en"))
    Replacement.objects.create(
        old=loans, new=newer, stands_in=newer, sentence="These rules replace them.", confidence=1
    )
    staff_page.goto(f"{site}/admin/knowledge/replacement/")
    confirm = staff_page.get_by_role("button", name="Confirm")
    box = confirm.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= staff_page.viewport_size["width"]
    confirm.click()
    expect(staff_page.locator(".messagelist")).to_contain_text("is superseded by")


def test_the_site_keeps_the_systems_theme_after_administration(staff_page: Page, site: str, loans: Document) -> None:
    """Both keep a theme under one name; administration's "auto" is none of ours."""
    staff_page.goto(f"{site}/admin/")
    assert staff_page.evaluate("localStorage.theme") == "auto"
    staff_page.goto(f"{site}/source/{loans.pk}/")
    red = staff_page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]")
    assert (int(red) < 128) == staff_page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
