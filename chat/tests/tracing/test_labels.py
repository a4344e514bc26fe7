"""What a trace calls its parts, as reviewers read it."""

from pathlib import Path

import pytest
from django.utils.translation import override

from chat.agent import nodes
from chat.agent.verification.critic import WEIGHTS
from chat.tracing import labels

STEPS = sorted(file.stem for file in Path(nodes.__file__).parent.glob("[!_]*.py"))


@pytest.mark.parametrize("language", ["gl", "es", "en"])
def test_every_step_and_criterion_has_a_name_in_the_language_of_the_page(language: str) -> None:
    with override(language):
        assert not {step for step in STEPS if labels.step(step) == step}
        assert labels.criterion("hallucination") not in WEIGHTS
    with override("gl"):
        assert (labels.step("critique"), labels.criterion("hallucination")) == (
            "Comprobar a resposta",
            "sen invencións",
        )


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("classification.intent", "tipo de pregunta"),
        ("chosen.form.travel_type", "tipo de viaxe"),
        ("sides.Melbourne", "partes comparadas · Melbourne"),
        ("something_new", "something new"),
    ],
)
def test_what_was_found_out_is_named(path: str, said: str) -> None:
    with override("gl"):
        assert labels.finding(path) == said


def test_values_that_are_one_of_a_few_are_named() -> None:
    with override("es"):
        assert labels.value("classification.intent", "itinerary") == "un viaje"
        assert labels.value("assessment.verdict", "nothing") == "no responde"
        assert labels.value("classification.language", "gl") == "Gallego"
        assert labels.value("query", "nothing") == "nothing"
