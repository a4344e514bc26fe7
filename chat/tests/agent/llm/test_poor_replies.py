"""Replies as poor models give them: cut in the middle, repeating themselves, to prompts that they cannot read."""

from __future__ import annotations

import pytest

from chat.agent.llm.breaker import breaker_of
from chat.agent.llm.calling import decide, write
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.llm.request import repeats_itself
from chat.tests.agent.llm.conftest import PROMPT, WORDS, Made, Verdict
from chat.tests.agent.openai_server import Say


async def test_an_object_is_read_whatever_follows_it_until_the_reply_is_cut(bench: Made) -> None:
    server = bench([Say('{"score": 0.4} and so I would say that', finish="length")])
    assert (await decide("critic", PROMPT, Verdict, server.runtime)).score == 0.4
    assert len(server.script.requests) == 1
    assert server.calls[0].outcome == "ok"


async def test_an_object_that_is_cut_itself_is_none(bench: Made) -> None:
    server = bench([Say('{"score": 0.4, "reason": "it', finish="length")])
    with pytest.raises(ModelUnavailable, match="longer than"):
        await decide("critic", PROMPT, Verdict, server.runtime)
    assert len(server.script.requests) == 1


@pytest.mark.parametrize("repeated", ["The library is open. ", "\n ", "a place of wonder\nand a place of awe\n"])
async def test_nobody_waits_for_the_end_of_an_answer_that_repeats_itself(bench: Made, repeated: str) -> None:
    server = bench([Say(f"{WORDS} {repeated * 400}", pause=0.001)])
    with pytest.raises(ModelUnavailable, match="repeats itself"):
        await write("generator", PROMPT, server.runtime)
    assert len(server.script.requests) == 1
    assert not breaker_of(server.model.name, server.model.base_url).failures


async def test_an_object_is_read_although_blanks_follow_without_end(bench: Made) -> None:
    server = bench([Say('{"score": 0.4}' + "\n " * 500)])
    assert (await decide("critic", PROMPT, Verdict, server.runtime)).score == 0.4


@pytest.mark.parametrize(
    "text",
    [
        "| Day | Opens | Closes |\n| --- | --- | --- |\n" + "".join(f"| {day} | 9:00 | 21:00 |\n" for day in range(31)),
        "Yes. " * 10,
    ],
    ids=["table", "short"],
)
def test_rows_alike_are_no_repetition(text: str) -> None:
    assert not repeats_itself(text)


TOO_LONG = [
    "This model's maximum context length is 4096 tokens. However, you requested 6,100 tokens.",
    "the request exceeds the available context size, try increasing it",
    "prompt is too long: 210000 tokens > 200000 maximum",
    "The input token count (40000) exceeds the maximum number of tokens allowed (32768).",
    "`inputs` tokens + `max_new_tokens` must be <= 4096.",
    "Please reduce the length of the messages or completion.",
]


@pytest.mark.parametrize("said", TOO_LONG)
async def test_a_prompt_that_is_too_long_is_not_sent_again_in_other_forms(bench: Made, said: str) -> None:
    server = bench([Say(said, status=400)])
    with pytest.raises(ModelUnavailable) as caught:
        await decide("critic", PROMPT, Verdict, server.runtime)
    assert caught.value.is_too_long
    assert len(server.script.requests) == 1
