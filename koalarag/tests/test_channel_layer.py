"""Messages to a group arrive in another process, over PostgreSQL and over Redis, also after the connection fell."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest
import pytest_asyncio
from channels.layers import channel_layers, get_channel_layer
from channels_redis.core import RedisChannelLayer
from django.conf import settings
from django.test import override_settings

from koalarag import broker, channel_layer
from koalarag.channel_layer import ChannelLayer

SEND = """
import asyncio
from channels.layers import get_channel_layer

async def send():
    layer = get_channel_layer()
    await layer.group_send("answers", {"type": "text", "text": "ñ" * 10})

asyncio.run(send())
"""
DROP = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = %s AND datname = current_database()"""


@pytest.fixture(params=["postgresql", pytest.param("redis", marks=pytest.mark.redis)])
def layer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    redis_url = request.getfixturevalue("redis_url") if request.param == "redis" else ""
    monkeypatch.setenv("REDIS_URL", redis_url)
    with override_settings(CHANNEL_LAYERS={"default": broker.channel_layer(redis_url, settings.DATABASE_URL)}):
        yield get_channel_layer()
    channel_layers.backends.clear()


@pytest_asyncio.fixture
async def ours(django_db_setup: None) -> AsyncIterator[ChannelLayer]:
    made = ChannelLayer(settings.DATABASE_URL)
    yield made
    await made.close()


def send_from_another_process() -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "koalarag.settings"}
    subprocess.run([sys.executable, "-c", SEND], env=environment, check=True, timeout=60)


def drop_connections() -> None:
    with psycopg.connect(settings.DATABASE_URL, autocommit=True) as connection:
        connection.execute(DROP, [channel_layer.APPLICATION])


async def member(layer: ChannelLayer, group: str = "answers") -> str:
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    return channel


@pytest.mark.django_db(transaction=True)
async def test_a_group_hears_another_process(layer: Any) -> None:
    channel = await layer.new_channel()
    await layer.group_add("answers", channel)
    waiting = asyncio.create_task(layer.receive(channel))
    await asyncio.to_thread(send_from_another_process)
    message = await asyncio.wait_for(waiting, 10)
    assert message["text"] == "ñ" * 10
    await layer.group_discard("answers", channel)


async def test_it_hears_again_after_the_database_dropped_its_connections(ours: ChannelLayer) -> None:
    channel = await member(ours)
    await ours.group_send("answers", {"type": "before"})
    assert (await asyncio.wait_for(ours.receive(channel), 5))["type"] == "before"
    await asyncio.to_thread(drop_connections)
    async with asyncio.timeout(10):
        while not ours.is_deaf:  # noqa: ASYNC110 (what is watched has no event)
            await asyncio.sleep(0.01)
        while ours.is_deaf:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await ours.group_send("answers", {"type": "after"})
    assert (await asyncio.wait_for(ours.receive(channel), 5))["type"] == "after"


def test_a_loop_that_was_closed_while_its_connection_was_down_is_not_deaf() -> None:
    layer = ChannelLayer("postgres://nobody@127.0.0.1:1/nothing")
    loop = asyncio.new_event_loop()
    waiting = loop.create_task(layer.receive("specific.one!"))
    loop.run_until_complete(asyncio.sleep(0.05))
    assert layer.is_deaf
    waiting.cancel()
    loop.close()
    assert not layer.is_deaf


async def test_messages_reach_the_members_of_their_group_and_one_channel_alone(ours: ChannelLayer) -> None:
    one, two, other = await member(ours), await member(ours), await member(ours, "others")
    await ours.group_send("answers", {"type": "all"})
    await ours.send(two, {"type": "own"})
    assert (await asyncio.wait_for(ours.receive(one), 5))["type"] == "all"
    assert [(await asyncio.wait_for(ours.receive(two), 5))["type"] for _time in range(2)] == ["all", "own"]
    await ours.group_discard("answers", one)
    await ours.group_send("answers", {"type": "later"})
    assert (await asyncio.wait_for(ours.receive(two), 5))["type"] == "later"
    for channel in (one, other):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ours.receive(channel), 0.05)


async def test_what_is_too_long_for_a_notification_is_refused(ours: ChannelLayer) -> None:
    with pytest.raises(ValueError, match="too long"):
        await ours.group_send("answers", {"type": "text", "text": "a" * 8000})


async def test_a_channel_whose_socket_died_is_forgotten(ours: ChannelLayer, monkeypatch: pytest.MonkeyPatch) -> None:
    channel = await member(ours)
    waiting = asyncio.create_task(ours.receive(channel))
    dead = await member(ours)
    await asyncio.sleep(0)
    monkeypatch.setattr(channel_layer, "FORGET_SECONDS", 0)
    await asyncio.sleep(0.001)
    await ours.new_channel()
    assert ours._station.groups["answers"] == {channel}
    assert dead != channel
    waiting.cancel()


def test_redis_is_waited_for_longer_than_it_lets_us_wait() -> None:
    config = broker.channel_layer("redis://localhost", "")["CONFIG"]
    assert config["hosts"][0]["socket_timeout"] > 2 * RedisChannelLayer.brpop_timeout
