"""The whole way in a browser: a course of the platform shows the assistant in a frame, of another site than its own."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from interfaces.lti.token import CLAIM
from interfaces.tests.lti.conftest import fill
from interfaces.tests.lti.moodle import Moodle

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_student_asks_inside_the_course(page: Page, site: str, platform: Moodle) -> None:
    fill()
    platform.register()
    platform.tool = site
    page.goto(f"{platform.url}/course")
    frame = page.frame_locator("iframe")
    chip = frame.locator("#frame-course")
    expect(chip).to_contain_text("Álgebra Lineal")
    frame.locator("#question").fill("¿Cuánto vale el examen final?")
    frame.locator("#send").click()
    expect(frame.locator(".answer:not([aria-busy]) .answer-text")).to_contain_text("50 %")
    expect(frame.locator(".question-options")).to_have_text("Álgebra Lineal")
    expect(frame.locator("#frame-close")).to_be_hidden()
    inner = next(each for each in page.frames if "/w/guides/" in each.url)
    assert Axe().run(inner).response["violations"] == []  # type: ignore[arg-type]

    chip.click()
    expect(chip).to_be_hidden()
    frame.locator("#question").fill("¿Cuál es la clave del aula?")
    frame.locator("#send").click()
    expect(frame.locator(".answer:not([aria-busy]) .answer-text").last).to_contain_text("clave del aula es 4")
    # The source is for students alone, and opens by the pass of the launch.
    frame.locator(".answer").last.locator("a.cite").first.click()
    expect(frame.frame_locator("#panel-frame").locator("mark").first).to_contain_text("clave del aula")

    page.goto(f"{platform.url}/course")
    expect(page.frame_locator("iframe").locator(".answer")).to_have_count(2)

    # Another course, which this site does not know, does not begin with what was asked in the first.
    platform.changed = {CLAIM + "context": {"id": "9", "label": "CER", "title": "Cerámica"}}
    page.goto(f"{platform.url}/course")
    expect(page.frame_locator("iframe").locator("#welcome")).to_be_visible()
    expect(page.frame_locator("iframe").locator(".answer")).to_have_count(0)
