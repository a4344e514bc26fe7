"""A help card is shown as it stands to somebody in need: what would come out wrong is refused, and said."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from chat import help_text
from chat.models import HelpCard

RIGHT = (
    "**Call [112](tel:112)** now, *whatever* the hour; 5 * 3 rooms, snake_case, https://a.example.\n\n- `code` at 9:00"
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Call {telephone} now.", "“{telephone}” would be shown as it stands: nothing is filled in."),
        ("Call ${phone}, %(name)s.", "“${phone}”"),
        ("Dear {{ user.name }}", "“{{ user.name }}”"),
        ("**Call 112 now.", "“**” would be shown as it stands"),
        ("Call *112 now.", "“*” would"),
        ("[Help](https://a b)", "“](” would"),
        ("[Help](help.html)", "The link to “help.html” would not work"),
        ("Call <b>112</b>", "“<b>” would"),
        ("![map](https://a.example/map.png)", "The picture “https://a.example/map.png” would not be shown."),
        ("Call 112. [1]", "“[1]” would be taken for a source"),
        ("Call 112. " * 200, "The text has 2000 characters; at most 1500"),
    ],
)
def test_what_would_come_out_wrong_is_said(text: str, said: str) -> None:
    (problem,) = help_text.problems(text)
    assert said in problem


def test_what_comes_out_right_is_taken() -> None:
    assert list(help_text.problems(RIGHT)) == []


@pytest.mark.django_db
def test_a_card_is_checked_on_saving_in_each_of_its_languages(admin_client: Client) -> None:
    texts: dict[str, Any] = {"kind": "distress", "text_gl": RIGHT, "text_es": "**Llama al {number}", "text_en": RIGHT}
    form = admin_client.post("/admin/chat/helpcard/add/", texts).context["adminform"].form
    assert list(form.errors) == ["text_es"]
    assert len(form.errors["text_es"]) == 2
    admin_client.post("/admin/chat/helpcard/add/", texts | {"text_es": RIGHT})
    assert HelpCard.objects.get().text_es == RIGHT


@pytest.mark.django_db
def test_those_of_the_sample_are_right() -> None:
    call_command("load_help_cards", Path(settings.BASE_DIR) / "sample" / "help.yaml")
    assert HelpCard.objects.count() == 3
