"""What reaches a model of an order in the data: between the marks of the call, as text, with the rules after it."""

import re
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from chat.agent.answers import generated as generation
from chat.agent.answers.generated import small_talk_prompt
from chat.agent.events import Question, Turn
from chat.agent.llm.calling import Prompt
from chat.agent.llm.prompts import Fence
from chat.agent.llm.roles import ROLES
from chat.agent.retrieval import rewriting
from chat.agent.state import Attempt, Critique, Draft
from chat.agent.understanding import by_model as classification
from chat.agent.verification import critic_by_model as critique
from chat.tests.agent.llm.prompted.injections import INJECTIONS, MARK, Injection
from chat.tests.agent.llm.prompted.made import circumstances, passage, state
from chat.tests.agent.llm.prompted.poisoned import ASKED, FACT, answer, prepare, question_with
from chat.tests.agent.openai_server import Script, serving
from chat.tests.agent.plausible_model import behave

FENCED = re.compile(r"<<<(\w{16}) (?!end )([\w ]+)>>>\n(.*?)\n<<<\1 end \2>>>", re.S)
INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\U000e0000-\U000e007f]")
TURNS = re.compile(r"<\||\|>|</?s>|\[/?INST\]|<<SYS|<(?:start|end)_of_turn>", re.I)
OFFERED = {"days": {"min": 1, "max": 30}, "interests": ["Playas"]}


def prompts(injection: Injection, language: str) -> Iterator[Prompt]:
    """Of every node, with the order where the injection has it; as a draft and its issues too."""
    at, text = injection.place, injection.text
    parts = {"title": "title", "heading": "section", "file": "document", "url": "url"}
    read = passage(f"{FACT} {text}" if at == "text" else FACT, **({parts[at]: text} if at in parts else {}))
    history = (Turn("user", "Hola"), Turn("assistant", text)) if at == "history" else ()
    form = {"interests": [text]} if at == "form" else {}
    question = Question(f"{ASKED} {text}" if at == "question" else ASKED, language, history=history, form=form)
    context = circumstances(form=OFFERED)
    asked = state(question, read, language=language, query=question.text)
    sent_back = Attempt(Draft(text, ()), Critique({}, 0.0, regenerate=True, issues=(text,)))
    yield generation.prompt_for(asked, context)
    yield generation.prompt_for({**asked, "attempts": (sent_back,)}, context)
    yield critique.prompt_for(asked, Draft(text, ()))
    yield classification.prompt_for(question, language, context)
    yield rewriting.prompt_for(asked, ["es", "gl"])
    yield small_talk_prompt(asked, "Normativa")


@pytest.mark.parametrize("language", ["gl", "es", "en"])
@pytest.mark.parametrize("injection", INJECTIONS, ids=lambda one: one.name)
def test_it_reaches_the_model_as_data(injection: Injection, language: str) -> None:
    shown = ""
    for prompt in prompts(injection, language):
        check(prompt)
        shown += prompt.user
    if MARK in INVISIBLE.sub("", injection.text):
        assert MARK in shown  # it is not censored: it is the text of a document


def check(prompt: Prompt) -> None:
    fenced = FENCED.findall(prompt.user)
    keys = {key for key, _label, _data in fenced}
    outside = FENCED.sub("", prompt.user)
    assert MARK not in prompt.system + outside
    assert len(keys) == 1
    assert all(not INVISIBLE.search(data) and not TURNS.search(data) for _key, _label, data in fenced)
    assert all(keys.isdisjoint(re.findall(r"\w{16}", data)) for _key, _label, data in fenced)
    # The last word is ours, and says what to do.
    last = prompt.user.rsplit("\n", 1)[-1]
    assert len(last) > 40
    assert last in outside


def test_the_key_cannot_be_known_and_the_same_call_reads_the_same(settings: Settings) -> None:
    one, other = Fence.of("a question", "a passage"), Fence.of("a question", "another passage")
    assert one != other
    assert one == Fence.of("a question", "a passage")
    assert Fence.of("a", "bc") != Fence.of("ab", "c")
    settings.SECRET_KEY = "another site's"
    assert one != Fence.of("a question", "a passage")


@pytest.mark.django_db
def test_so_it_is_on_the_wire(settings: Settings) -> None:
    settings.RESPONSE_CACHE_HOURS = 0
    everything = Injection("all", "text", " ".join(one.text for one in INJECTIONS))
    prepare(everything)
    script = Script(behave)
    with serving(script) as url:
        one = {"model": "openai:gpt-4o-mini", "base_url": url, "temperature": 0.1, "max_tokens": 500}
        settings.LANGUAGE_MODELS = dict.fromkeys(ROLES, one)
        assert answer(question_with(everything)).status == "answered"
    roles = [[message["role"] for message in body["messages"]] for body in script.requests]
    assert roles == [["system", "user"]] * 3
    for body in script.requests:
        system, user = (message["content"] for message in body["messages"])
        check(Prompt(system, user))
