"""A page that applies the payloads in order shows what the draft holds."""

from collections.abc import Sequence
from typing import Any

import pytest

from chat import rendering
from chat.agent.events import Citation, Event, SourcesKnown, StepStarted, TextDelta, TextRestarted
from chat.draft import Draft


def shown(payloads: Sequence[dict[str, Any]]) -> list[str]:
    """What the page would show: conversation.js does the same."""
    page: dict[int, str] = {}
    for payload in payloads:
        if payload["kind"] == "restart":
            page = {}
        elif payload["kind"] == "block":
            page[payload["index"]] = payload["html"]
    return [page[index] for index in sorted(page) if page[index]]


TEXT = "# Loans\n\nEight *books*. [1]\n\n- one\n- two\n\nTitle\n---\n\n| a | b |\n|---|---|\n| c | d |"


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
@pytest.mark.parametrize("every", [1, 4])
def test_whatever_the_pieces_the_page_shows_the_text(size: int, every: int) -> None:
    draft, payloads = Draft(), []
    for number, start in enumerate(range(0, len(TEXT), size)):
        draft.add(TextDelta(TEXT[start : start + size]))
        if number % every == 0:
            payloads += draft.take()
    payloads += draft.take()
    assert shown(payloads) == rendering.blocks(TEXT)
    assert draft.text == TEXT


def test_another_attempt_starts_from_nothing() -> None:
    draft = Draft()
    events: list[Event] = [TextDelta("One\n\nTwo"), TextRestarted(), StepStarted("generate"), TextDelta("Three")]
    for event in events:
        draft.add(event)
    payloads = draft.take()
    assert [payload["kind"] for payload in payloads] == ["block", "block", "restart", "step", "block"]
    assert shown(payloads) == ["<p>Three</p>"]


def test_nothing_new_is_nothing_to_send() -> None:
    draft = Draft()
    draft.add(TextDelta("One"))
    assert draft.take()
    assert draft.take() == []


def test_a_block_brings_its_markdown_along() -> None:
    draft = Draft()
    draft.add(TextDelta(TEXT))
    assert [payload["text"] for payload in draft.take()] == TEXT.split("\n\n")


def test_a_quotation_is_in_its_language_before_the_answer_is_ready_and_leads_nowhere_yet() -> None:
    draft = Draft()
    draft.add(SourcesKnown((Citation(1, 7, "a.pdf", "Normas", "1", 2, "Ata 15 días.", language="gl"),)))
    draft.add(TextDelta("Ata 15 días. [1]"))
    (block,) = shown(draft.take())
    assert '<span lang="gl">Ata 15 días. </span><span class="cite" data-cite="1">1</span>' in block
    draft.add(TextRestarted())
    draft.add(TextDelta("Ata 15 días. [1]"))
    assert "lang=" not in shown(draft.take())[0]
