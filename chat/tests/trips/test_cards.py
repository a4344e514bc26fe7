"""A plan on the page: its outline, and the languages that its texts are in."""

from typing import Any

import pytest
from lxml import html

from chat.models import Assistant, Citation, Conversation, Message
from chat.trips import cards
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
SAID = "El parque abre a las ocho."


def plan(**day: Any) -> Any:
    """The cards of a plan in English, of a guide in Spanish."""
    said = {"text": SAID, "cite": 1}
    part = {**said, "part": "morning", "label": "Morning", "name": "El parque"}
    known = {"number": 1, "place": "Brisbane", "dated": "", "parts": [part], "events": [said], **day}
    block = {"title": "Getting around", "items": [{**said, "place": "Brisbane"}]}
    view = {"language": "en", "title": "A trip", "wished": "", "notices": [], "introduction": [said]}
    details = {"view": {**view, "days": [known], "blocks": [block]}}
    assistant = Assistant.objects.create(slug="trips")
    assistant.collections.add(collection())
    conversation = Conversation.objects.create(assistant=assistant)
    message = Message.objects.create(conversation=conversation, role="assistant", options={"details": details})
    guide = add(collection(), Text("Brisbane", "Qué ver", SAID))
    Citation.objects.create(message=message, number=1, document=guide, title="Brisbane", quote=SAID)
    return html.fragment_fromstring(cards.html(message))


def test_what_is_told_once_stands_beside_the_days_in_the_outline() -> None:
    headings = [(one.tag, one.text_content().split()) for one in plan().iter("h2", "h3", "h4")]
    assert headings == [
        ("h3", ["Day", "1", "Brisbane"]),
        ("h4", ["On", "these", "days"]),
        ("h3", ["Getting", "around"]),
    ]


def test_what_the_guide_says_is_in_its_language() -> None:
    spoken = [one for one in plan().iter("span", "strong") if one.get("lang") == "es"]
    assert [one.text_content() for one in spoken] == [SAID, "El parque", SAID, SAID, "Brisbane", SAID]
