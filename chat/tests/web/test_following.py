"""An answer's events without a socket, on the real channel layer."""

import asyncio
from datetime import timedelta
from uuid import UUID

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone

from chat import answering, asking, following, journal
from chat.models import Assistant, Conversation, Message, MessageEvent
from chat.owners import Owner
from chat.tests.web.conftest import ScriptedAgent

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("layer"),
]
VISITOR = Owner(visitor="visitor")


async def begun() -> UUID:
    started = await sync_to_async(asking.begin)(VISITOR, {"assistant": "library", "text": "How many books?"})
    assert started.job
    answering.start(started.job)
    return started.message_id


async def test_all_of_them_come_in_order_and_then_it_ends(agent: ScriptedAgent) -> None:
    told = [event async for event in following.events(await begun())]
    assert [sequence for sequence, _payload in told] == list(range(1, len(told) + 1))
    assert told[-1][1]["kind"] == "answer"


async def test_whoever_waits_is_told_when_it_goes_on(agent: ScriptedAgent) -> None:
    agent.free = 1
    events = following.events(await begun())
    assert (await anext(events))[1]["kind"] == "step"
    later = asyncio.ensure_future(anext(events))
    assert not (await asyncio.wait({later}, timeout=0.3))[0]
    agent.gate.set()
    assert (await asyncio.wait_for(later, 5))[0] == 2
    await events.aclose()
    await asyncio.gather(*answering.running.values())


async def test_whoever_goes_away_leaves_nothing_behind(agent: ScriptedAgent) -> None:
    agent.free = 1
    events = following.events(await begun())
    await anext(events)
    await events.aclose()
    assert not get_channel_layer()._station.groups
    agent.gate.set()
    await asyncio.gather(*answering.running.values())


@pytest.mark.parametrize("turns", range(4))
async def test_who_goes_away_while_a_message_comes_goes_away(agent: ScriptedAgent, turns: int) -> None:
    agent.free = 1
    events = following.events(await begun())
    await anext(events)
    waiting = asyncio.ensure_future(anext(events))
    await asyncio.wait({waiting}, timeout=0.3)
    group = next(iter(get_channel_layer()._station.groups))
    get_channel_layer()._station._deliver({"group": group, "message": {"type": "news"}})
    for _ in range(turns):
        await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({waiting}, timeout=0.5)
    assert waiting.cancelled()
    agent.gate.set()
    await asyncio.gather(*answering.running.values())


async def test_an_answer_that_is_deleted_meanwhile_has_no_more(
    agent: ScriptedAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "STALE_SECONDS", 0.4)
    agent.free = 1
    message_id = await begun()
    events = following.events(message_id)
    await anext(events)
    await Conversation.objects.all().adelete()
    assert [event async for event in events] == []
    agent.gate.set()
    await asyncio.gather(*answering.running.values())


async def test_an_answer_whose_process_died_is_given_up(assistant: Assistant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "STALE_SECONDS", 0.4)
    talk = await Conversation.objects.acreate(assistant=assistant, session_key="visitor")
    orphan = await Message.objects.acreate(conversation=talk, role="assistant", state="running")
    await MessageEvent.objects.acreate(message=orphan, sequence=1, payload={"kind": "step", "name": "retrieve"})
    await MessageEvent.objects.aupdate(created_at=timezone.now() - timedelta(seconds=0.3))
    told = [payload["kind"] async for _sequence, payload in following.events(orphan.pk)]
    assert told == ["step", "failed"]
