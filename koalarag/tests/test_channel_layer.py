"""Messages to a group arrive in another process, over PostgreSQL and over Redis."""

import asyncio
import os
import subprocess
import sys
from typing import Any

import pytest
from channels.layers import channel_layers, get_channel_layer
from django.conf import settings
from django.test import override_settings

from koalarag import broker

SEND = """
import django; django.setup()
import asyncio
from channels.layers import get_channel_layer

async def send():
    layer = get_channel_layer()
    await layer.group_send("answers", {"type": "text", "text": "ñ" * %d})

asyncio.run(send())
"""


@pytest.fixture(params=["postgresql", pytest.param("redis", marks=pytest.mark.redis)])
def layer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    redis_url = request.getfixturevalue("redis_url") if request.param == "redis" else ""
    monkeypatch.setenv("REDIS_URL", redis_url)
    with override_settings(CHANNEL_LAYERS={"default": broker.channel_layer(redis_url, settings.DATABASE_URL)}):
        yield get_channel_layer()
    channel_layers.backends.clear()


def send_from_another_process(characters: int) -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "koalarag.settings"}
    subprocess.run([sys.executable, "-c", SEND % characters], env=environment, check=True, timeout=60)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("characters", [10, 20_000], ids=["small", "larger than a NOTIFY"])
async def test_a_group_hears_another_process(layer: Any, characters: int) -> None:
    channel = await layer.new_channel()
    await layer.group_add("answers", channel)
    waiting = asyncio.create_task(layer.receive(channel))
    await asyncio.to_thread(send_from_another_process, characters)
    message = await asyncio.wait_for(waiting, 10)
    assert message["text"] == "ñ" * characters
    await layer.group_discard("answers", channel)
