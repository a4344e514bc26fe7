"""The page of a source, as it is read beside an answer."""

# ruff: noqa: F401, F811 (fixtures of other modules)
import pytest
from playwright.sync_api import Page, expect

from knowledge.models import Document
from knowledge.tests.views.conftest import make_document, regulations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("width", "height"), [(1366, 850), (390, 844)])
def test_its_buttons_never_lie_on_the_picture_where_it_ends(
    page: Page, site: str, regulations: Document, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{site}/source/{regulations.pk}/?page=1")
    buttons = page.locator(".viewer-zoom")
    expect(buttons).to_be_visible()
    page.locator(".viewer-frame").evaluate("frame => { frame.scrollTop = frame.scrollHeight; }")
    picture, bar = page.locator(".viewer-page img").bounding_box(), buttons.bounding_box()
    assert picture
    assert bar
    assert picture["y"] + picture["height"] <= bar["y"]
