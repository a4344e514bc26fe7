"""Messages about the answer before them: what it was taken from, whether it holds, whether its dates are past."""

from datetime import date
from unittest import mock

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, AnswerReady, Question, Turn
from chat.agent.understanding.about_answer import about_answer, depends_on_today, language_wanted
from chat.agent.understanding.followups import last_asked
from chat.agent.understanding.mentions import Known
from chat.models import Assistant
from knowledge.tests.corpus import Text, add, collection

GRANTS = Text(
    "grants.pdf",
    "Prazos das bolsas",
    "As bolsas de comedor pídense ata o 15 de outubro de 2025.\nA resolución publícase o 9 de decembro de 2025.",
    page=2,
)
ASKED = "Ata cando se piden as bolsas de comedor?"
SAID = (Turn("user", ASKED), Turn("assistant", "As bolsas de comedor pídense… [1]", "answered"))


@pytest.fixture
def _assistant(db: None) -> None:
    where = collection()
    add(where, GRANTS)
    made = Assistant.objects.create(slug="grants", min_relevance=0.3)
    made.collections.add(where)


def ask(text: str, history: tuple[Turn, ...] = SAID) -> Answer:
    async def last() -> object:
        loaded = await context.load("grants", origin="command")
        return [event async for event in run.stream(Question(text, history=history), loaded)][-1]

    ready = async_to_sync(last)()
    assert isinstance(ready, AnswerReady)
    return ready.answer


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Where did you get that?", "source"),
        ("¿y eso de dónde lo sacas?", "source"),
        ("pásame o enlace, porfa", "source"),
        ("are you sure about that", "certainty"),
        ("Seguro?", "certainty"),
        ("explícamo máis sinxelo", "simpler"),
        ("no lo entiendo", "simpler"),
        ("xa pasou o prazo?", "passed"),
        ("am I too late?", "passed"),
        ("in English please", "language"),
        ("Repite eso", "again"),
        ("¿y en inglés?", ""),
        ("is the course in English?", ""),
        ("how do I get a link to the form?", ""),
        ("¿cuándo acaba el plazo?", ""),
        ("¿es seguro el laboratorio?", ""),
        ("gracias", ""),
    ],
)
def test_only_what_asks_nothing_else_is_about_the_answer(text: str, about: str) -> None:
    assert about_answer(text) == about


def test_the_language_that_is_wanted_is_named() -> None:
    assert [language_wanted(text) for text in ("dimo en galego", "en castellano", "in French")] == ["gl", "es", ""]


def test_what_was_asked_last_is_neither_thanks_nor_about_an_answer() -> None:
    said = [Turn("user", text) for text in ("Canto dura?", "e en agosto?", "seguro?", "grazas")]
    assert last_asked(said, Known()) == "Canto dura (en agosto)?"


@pytest.mark.usefixtures("_assistant")
def test_whoever_asks_for_the_source_gets_it_with_its_page() -> None:
    answer = ask("where did you get that?")
    assert answer.status == "answered"
    assert "\n- grants.pdf, Prazos das bolsas, page 2, 1 September 2025 [1]" in answer.text
    assert answer.citations[0].quote in GRANTS.text


@pytest.mark.usefixtures("_assistant")
@pytest.mark.parametrize(
    ("today", "said"),
    [
        (date(2025, 10, 20), "el 15 de octubre de 2025, la última fecha de lo que responde, ya ha pasado"),
        (date(2025, 10, 1), "el 15 de octubre de 2025, la primera fecha de lo que responde, aún no ha llegado"),
    ],
)
def test_whether_a_date_is_past_is_told_by_the_calendar(today: date, said: str) -> None:
    with mock.patch("chat.agent.answers.about_answer.timezone.localdate", return_value=today):
        assert said in ask("¿ya pasó el plazo?").text


@pytest.mark.usefixtures("_assistant")
def test_a_question_of_what_is_next_is_told_which_day_it_is() -> None:
    with mock.patch("chat.agent.answers.about_answer.timezone.localdate", return_value=date(2025, 10, 20)):
        assert "Hoxe é 20 de outubro de 2025" in ask("Ata cando se piden agora as bolsas de comedor?", ()).text
        assert "Hoxe" not in ask(ASKED, ()).text


@pytest.mark.parametrize(
    ("question", "of_today"),
    [
        ("cuándo es el próximo pago?", True),
        ("can I still change my group?", True),
        ("hai clase a semana que vén?", True),
        ("when is the payment?", False),
        ("abre por la mañana?", False),
    ],
)
def test_some_questions_are_of_the_day_on_which_they_are_asked(question: str, of_today: bool) -> None:
    assert depends_on_today(question) == of_today


@pytest.mark.usefixtures("_assistant")
def test_another_language_is_that_of_our_own_words_only() -> None:
    answer = ask("in English please")
    assert answer.language == "en"
    assert answer.text.startswith("I quote the documents in the language in which they are written")
    assert "pídense ata o 15 de outubro" in answer.text


@pytest.mark.usefixtures("_assistant")
def test_a_repeated_answer_keeps_its_sources() -> None:
    answer = ask("Can you repeat that?")
    assert answer.citations[0].document == "grants.pdf"
    assert "[1]" in answer.text


@pytest.mark.usefixtures("_assistant")
def test_without_an_answer_before_it_is_a_question_like_any_other() -> None:
    assert ask("are you sure?", ()).status == "not_found"
