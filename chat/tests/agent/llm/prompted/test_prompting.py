"""The prompt files: every node in every language, with the same placeholders, and a hash that knows them."""

import re
from string import Template

import pytest

from chat.agent.answers.generated import prompt_for
from chat.agent.events import Question
from chat.agent.llm import prompts as prompting
from chat.agent.llm.prompts import FOLDER, harmless, prompt, text_of
from chat.agent.state import AgentState
from chat.tests.agent.llm.prompted.made import circumstances, passage, state
from knowledge.text.language import LANGUAGES

NAMES = sorted({path.name.rsplit(".", 2)[0] for path in FOLDER.glob("*.md")})
SHAPES = "search summary comparison itinerary assessment bibliography contact procedure".split()
# Portuguese words that Galician spells otherwise.
PORTUGUESE = re.compile(r"ção|ções|ão\b|\bnão\b|nh[oe]|lh|\bvocê", re.I)


def test_every_node_has_a_prompt_in_every_language() -> None:
    nodes = {
        "classify",
        "rewrite",
        "generate",
        "general",
        "converse",
        "critique",
        "judge",
        "passage",
        "passage.expired",
    }
    assert set(NAMES) == nodes | {"generate.again"} | {f"generate.{shape}" for shape in SHAPES}
    assert len(list(FOLDER.iterdir())) == len(NAMES) * len(LANGUAGES)


@pytest.mark.parametrize("name", NAMES)
def test_all_languages_have_the_same_placeholders_and_parts(name: str) -> None:
    texts = [text_of(name, language) for language in LANGUAGES]
    assert len({frozenset(Template(text).get_identifiers()) for text in texts}) == 1
    assert all(Template(text).is_valid() for text in texts)
    assert len({len(re.findall("^---$", text, re.M)) for text in texts}) == 1
    assert len({text.count("`") for text in texts} | {0}) <= 2
    assert len(set(texts)) == len(LANGUAGES)


@pytest.mark.parametrize("name", NAMES)
def test_galician_is_no_portuguese(name: str) -> None:
    assert not PORTUGUESE.search(text_of(name, "gl"))


def test_a_prompt_is_what_is_asked_and_the_data() -> None:
    values = {"fence": "f00", "name": "Guides", "scope": "courses", "history": "—", "question": "How many?"}
    made = prompt("classify", "en", values)
    assert made.system.startswith("You sort the messages that reach “Guides”.")
    assert "How many?" in made.user
    assert "How many?" not in made.system
    assert len(made.hash) == 16


def test_the_hash_is_of_the_files_and_not_of_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(question: str, subject: str = "") -> str:
        asked: AgentState = state(Question(question), passage())
        if subject:
            asked["classification"] = asked["classification"].__class__("search", "es", "", 0.9, "professor")
        return prompt_for(asked, circumstances()).hash

    before = made("¿Cuántos?")
    assert before == made("¿Cuándo?")
    assert before != made("¿Cuántos?", subject="professor")
    read = prompting._read
    monkeypatch.setattr(prompting, "_read", lambda name, language: read(name, language).replace("Eres", "Soy"))
    assert before != made("¿Cuántos?")


def test_an_unknown_language_is_answered_in_english() -> None:
    assert text_of("converse", "fr") == text_of("converse", "en")


@pytest.mark.parametrize("text", ["El 12 % de [1] <b>", "a → b », «c» — “d”", "if a < b > c | d", "línea 1\n\nlínea 2"])
def test_what_is_harmless_stays_as_it_is(text: str) -> None:
    assert harmless(text) == text
