"""The way to a model and back, through the real clients and a real server, in each way it can fail."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from pytest_django import Settings

from chat.agent.llm import clients
from chat.agent.llm.breaker import OPENS_AT, breaker_of
from chat.agent.llm.calling import decide, write
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.llm.roles import RoleModel
from chat.tests.agent.llm.conftest import PROMPT, WORDS, Bench, Made, Verdict
from chat.tests.agent.openai_server import Body, Say, deciding


async def unavailable(bench: Bench) -> str:
    with pytest.raises(ModelUnavailable) as caught:
        await write("generator", PROMPT, bench.runtime)
    assert caught.value.role == "generator"
    return caught.value.reason


async def test_text_is_streamed_and_the_call_is_recorded(bench: Made) -> None:
    server = bench(WORDS)
    assert (await write("generator", PROMPT, server.runtime)).strip() == WORDS
    (sent,) = server.script.requests
    assert [(message["role"], message["content"]) for message in sent["messages"]] == PROMPT.messages
    assert (sent["model"], sent["temperature"], sent["max_completion_tokens"]) == ("gpt-4o-mini", 0.3, 2000)
    (call,) = server.calls
    assert (call.role, call.model, call.prompt_hash) == ("generator", "openai:gpt-4o-mini", "abc")
    assert (call.input_tokens, call.output_tokens, call.requests, call.outcome) == (120, 9, 1, "ok")
    assert call.cost == pytest.approx((120 * 0.15 + 9 * 0.60) / 1e6)


async def test_a_decision_comes_by_the_servers_own_json_schema(bench: Made) -> None:
    server = bench(lambda body: deciding(body, {"score": 0.7, "reason": "good"}))
    assert await decide("critic", PROMPT, Verdict, server.runtime) == Verdict(score=0.7, reason="good")
    (sent,) = server.script.requests
    assert sent["response_format"]["json_schema"]["schema"]["properties"].keys() == {"score", "reason"}


async def test_a_server_without_json_schemas_is_asked_by_tool_and_then_in_words(bench: Made) -> None:
    def without_either(body: Body) -> Say:
        if "response_format" in body or "tools" in body:
            return Say(status=400)
        return Say('Here it is:\n```json\n{"score": 0.5}\n```')

    server = bench(without_either)
    assert (await decide("critic", PROMPT, Verdict, server.runtime)).score == 0.5
    assert [("response_format" in sent, "tools" in sent) for sent in server.script.requests] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    await decide("critic", PROMPT, Verdict, server.runtime)
    assert len(server.script.requests) == 4, "what a server does not take is known from then on"


async def test_a_decision_by_tool(bench: Made) -> None:
    server = bench(lambda body: Say(status=400) if "response_format" in body else deciding(body, {"score": 0.25}))
    assert (await decide("critic", PROMPT, Verdict, server.runtime)).score == 0.25
    assert server.script.requests[-1]["tools"][0]["function"]["name"] == "Verdict"


@pytest.mark.parametrize("wrong", ["no JSON at all", '{"score": 7}', '{"reason": "forgot"}', '{"score": 0.'])
async def test_a_model_is_shown_its_error_once(bench: Made, wrong: str) -> None:
    server = bench([Say(wrong), Say('{"score": 0.9}')])
    assert (await decide("critic", PROMPT, Verdict, server.runtime)).score == 0.9
    *_, said, shown = server.script.requests[1]["messages"]
    assert (said["role"], said["content"].strip()) == ("assistant", wrong)
    assert "score" in shown["content"] or "JSON" in shown["content"]
    (call,) = server.calls
    assert (call.outcome, call.requests, call.input_tokens) == ("repaired", 2, 240)


async def test_a_second_wrong_answer_is_the_last(bench: Made) -> None:
    server = bench("never JSON")
    with pytest.raises(ModelUnavailable, match="does not fit"):
        await decide("critic", PROMPT, Verdict, server.runtime)
    assert len(server.script.requests) == 2
    assert server.calls[0].outcome == "failed"
    assert server.calls[0].input_tokens == 240
    assert not breaker_of(server.model.name, server.model.base_url).failures


@pytest.mark.parametrize(
    "failing",
    [Say(status=500), Say(status=503), Say(status=429), Say(reset=True), Say(WORDS, cut_after=3), Say("")],
    ids=["500", "503", "429", "reset", "cut off", "empty"],
)
async def test_what_may_pass_is_tried_again(bench: Made, failing: Say) -> None:
    server = bench([failing, failing, Say(WORDS)])
    assert (await write("generator", PROMPT, server.runtime)).strip() == WORDS
    assert server.calls[0].requests == len(server.script.requests) == 3
    assert server.calls[0].outcome == "ok"


@pytest.mark.parametrize(
    ("failing", "requests", "reason"),
    [
        (Say(status=500), 3, "HTTP 500"),
        (Say(status=400), 1, "HTTP 400"),
        (Say(status=401), 1, "HTTP 401"),
        (Say(WORDS, finish="length"), 1, "longer than"),
        (Say(WORDS, finish="content_filter"), 1, "withheld"),
        (Say(WORDS, finish=None), 3, "ended before"),
        (Say(WORDS, cut_after=2), 3, ""),
        (Say(""), 3, "empty"),
        (Say(status=429, retry_after="3600"), 1, "HTTP 429"),
    ],
)
async def test_what_does_not_pass_leaves_the_part_to_others(
    bench: Made, failing: Say, requests: int, reason: str
) -> None:
    server = bench([failing])
    assert reason in await unavailable(server)
    assert len(server.script.requests) == requests
    (call,) = server.calls
    assert (call.outcome, call.requests) == ("failed", requests)
    assert reason in call.failure


@pytest.mark.parametrize(
    ("unusable", "requests"),
    [(Say(WORDS, finish="length"), 1), (Say(WORDS, finish="content_filter"), 1), (Say(""), 3)],
    ids=["truncated", "withheld", "empty"],
)
async def test_a_reply_that_cannot_be_used_is_paid_all_the_same(bench: Made, unusable: Say, requests: int) -> None:
    server = bench([unusable])
    await unavailable(server)
    (call,) = server.calls
    assert (call.input_tokens, call.output_tokens) == (120 * requests, 9 * requests)
    assert call.cost == pytest.approx(requests * (120 * 0.15 + 9 * 0.60) / 1e6)


async def test_a_server_is_given_the_time_it_asks_for(bench: Made) -> None:
    server = bench([Say(status=429, retry_after="0.4"), Say(WORDS)])
    begun = perf_counter()
    await write("generator", PROMPT, server.runtime)
    assert perf_counter() - begun > 0.4


@pytest.mark.parametrize("hanging", [Say(WORDS, hang_after=0), Say(WORDS, hang_after=3)], ids=["at once", "on the way"])
async def test_nobody_waits_for_a_server_that_hangs(bench: Made, settings: Settings, hanging: Say) -> None:
    settings.MODEL_SILENCE_SECONDS = 0.3
    server = bench([hanging])
    begun = perf_counter()
    assert "nothing came" in await unavailable(server)
    assert perf_counter() - begun < 5
    assert len(server.script.requests) == 1


async def test_a_slow_stream_has_a_limit_as_a_whole(bench: Made, settings: Settings) -> None:
    settings.MODEL_TIMEOUT_SECONDS = 0.5
    server = bench(lambda _body: Say(WORDS * 50, pause=0.05))
    assert "not ready" in await unavailable(server)


async def test_a_slow_stream_within_the_limits_is_an_answer(bench: Made) -> None:
    server = bench([Say(WORDS, delay=0.2, pause=0.05)])
    assert (await write("generator", PROMPT, server.runtime)).strip() == WORDS


async def test_a_server_that_keeps_failing_is_left_alone_and_tried_again_later(
    bench: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {"now": Say(status=500)}
    server = bench(lambda _body: answers["now"])
    await unavailable(server)
    await unavailable(server)
    asked = len(server.script.requests)
    assert asked == OPENS_AT
    assert "left alone" in await unavailable(server)
    assert len(server.script.requests) == asked
    assert server.calls[-1].requests == 0

    breaker = breaker_of(server.model.name, server.model.base_url)
    breaker.closed_again_at = 0
    await unavailable(server)
    assert len(server.script.requests) == asked + 1, "one request tries, and the pause begins anew"

    breaker.closed_again_at, answers["now"] = 0, Say(WORDS)
    await write("generator", PROMPT, server.runtime)
    await write("generator", PROMPT, server.runtime)
    assert len(server.script.requests) == asked + 3, "after an answer nobody waits"


async def test_a_request_that_was_stopped_says_nothing_about_the_server(bench: Made) -> None:
    server = bench([Say(WORDS, hang_after=2)])
    asking = asyncio.create_task(write("generator", PROMPT, server.runtime))
    await asyncio.sleep(0.5)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert not breaker_of(server.model.name, server.model.base_url).failures
    assert server.calls[0].failure == "the answer was stopped"


async def test_nobody_listens(bench: Made) -> None:
    server = bench(WORDS)
    server.model = RoleModel("openai:gpt-4o-mini", "http://127.0.0.1:9/v1")
    assert "Connect" in await unavailable(server)
    assert server.calls[0].requests == 3


async def test_a_provider_that_is_not_installed_is_named(bench: Made) -> None:
    server = bench(WORDS)
    server.model = RoleModel("anthropic:claude-sonnet-4-5")
    assert "langchain-anthropic" in await unavailable(server)


async def test_models_that_take_no_temperature_are_asked_without(bench: Made) -> None:
    def reasoning(body: Body) -> Say:
        return Say(status=400, text="temperature") if "temperature" in body else Say(WORDS)

    server = bench(reasoning)
    assert (await write("generator", PROMPT, server.runtime)).strip() == WORDS
    await write("generator", PROMPT, server.runtime)
    assert ["temperature" in sent for sent in server.script.requests] == [True, False, False]


async def test_two_first_calls_at_a_time_of_a_model_that_takes_no_temperature(bench: Made) -> None:
    def reasoning(body: Body) -> Say:
        # Slow, so that both are asked before either is refused.
        refusal = Say(status=400, text="temperature", delay=0.3)
        return refusal if "temperature" in body else deciding(body, {"score": 0.5})

    server = bench(reasoning)
    await asyncio.gather(*(decide("critic", PROMPT, Verdict, server.runtime) for _one in range(2)))
    assert [call.requests for call in server.calls] == [2, 2]
    assert all("response_format" in sent for sent in server.script.requests), "it takes JSON schemas"
    assert clients.forms(server.model, Verdict)[0] == clients.JSON_SCHEMA


async def test_keys_are_in_no_failure(bench: Made) -> None:
    def indiscreet(_body: Body) -> Say:
        return Say(status=401, text=f"Incorrect API key provided: {server.script.keys[-1]} and sk-other-987654321")

    server = bench(indiscreet)
    await unavailable(server)
    assert "sk-very-secret" in server.script.keys[0]
    assert "secret" not in json.dumps([call.failure for call in server.calls])
    assert "987654321" not in server.calls[0].failure


@pytest.mark.parametrize(
    ("own", "key"),
    [
        ({}, "Bearer sk-very-secret-0123456789"),
        ({"is_own_server": True}, "Bearer none"),
        ({"is_own_server": True, "key_variable": "LOCAL_API_KEY"}, "Bearer local-key"),
        ({"is_own_server": True, "key_variable": "OPENAI_API_KEY"}, "Bearer none"),
    ],
)
async def test_a_server_gets_its_own_key_and_no_other(
    bench: Made, monkeypatch: pytest.MonkeyPatch, settings: Any, own: dict[str, Any], key: str
) -> None:
    monkeypatch.setenv("LOCAL_API_KEY", "local-key")
    server = bench(WORDS)
    settings.MODEL_SERVERS = [(server.model.base_url, "LOCAL_API_KEY")]
    server.model = RoleModel("openai:m", server.model.base_url, **own)
    await write("generator", PROMPT, server.runtime)
    assert server.script.keys == [key]


def test_each_event_loop_has_connections_of_its_own(bench: Made) -> None:
    """Commands and workers start one for each question."""
    server = bench(WORDS)
    for _loop in range(3):
        async_to_sync(write)("generator", PROMPT, server.runtime)
    assert [call.requests for call in server.calls] == [1, 1, 1]


async def test_a_hundred_questions_at_a_time(bench: Made) -> None:
    server = bench(WORDS)
    texts = await asyncio.gather(*(write("generator", PROMPT, server.runtime) for _one in range(100)))
    assert {text.strip() for text in texts} == {WORDS}


async def test_a_model_without_a_price_has_an_unknown_cost(bench: Made) -> None:
    server = bench(WORDS)
    server.model = RoleModel("openai:our-own", server.model.base_url)
    await write("generator", PROMPT, server.runtime)
    assert server.calls[0].cost is None


def test_what_a_model_takes_is_imported_ahead_and_what_is_missing_is_left() -> None:
    code = (
        "import os, sys, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'koalarag.settings'; django.setup()\n"
        "from chat.agent.llm import clients; from chat.agent.llm.roles import RoleModel\n"
        "clients.load([]); assert 'langchain.chat_models' not in sys.modules\n"
        "clients.load([RoleModel('openai:m'), RoleModel('anthropic:m')]); assert 'langchain_openai' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[4])
