"""Every action of the socket, by every caller, on what is another's: a new action without a rule fails."""

from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import Group, User

from chat.consumers import ACTIONS
from chat.models import Assistant, Conversation, Message
from chat.tests.web.conftest import Page, ScriptedAgent
from knowledge.models import visibilities_of
from koalarag import roles

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("layer", "agent"),
]
CALLERS = ("anonymous", "student", "another", "staff", "reviewer")
SEES = {
    "anonymous": ("public",),
    "student": ("public", "student"),
    "another": ("public", "student"),
    "staff": ("public", "student", "staff"),
    "reviewer": ("public", "student", "staff"),
}
# Of what is the student's: what the socket replies to each of CALLERS.
RULES = {
    "ask": ("error", "started", "error", "error", "error"),
    "resume": ("error", "event", "error", "error", "error"),
    "stop": ("error", "nothing", "error", "error", "error"),
    "watch": ("error", "nothing", "error", "error", "error"),
}


@database_sync_to_async
def people() -> dict[str, User]:
    roles.create()
    made = {name: User.objects.create_user(name) for name in CALLERS[1:]}
    made["staff"].groups.add(Group.objects.get(name=roles.STAFF))
    made["reviewer"].groups.add(Group.objects.get(name=roles.REVIEWERS))
    return made


@database_sync_to_async
def talk(assistant: Assistant, owner: User) -> dict[str, str]:
    conversation = Conversation.objects.create(assistant=assistant, user=owner)
    answer = Message.objects.create(conversation=conversation, role="assistant", text="Eight.", status="answered")
    return {"conversation": str(conversation.pk), "message": str(answer.pk)}


async def reply(page: Page, action: str, whose: dict[str, str]) -> str:
    content: dict[str, Any] = {"after": 0, **whose}
    if action == "ask":
        content = {"assistant": "library", "text": "How many?", "conversation": whose["conversation"]}
    await page.say(action, **content)
    # Only these may go without a reply.
    if action in ("stop", "watch") and await page.receive_nothing(1):
        return "nothing"
    return str((await page.hear())["type"])


async def test_every_action_has_a_rule() -> None:
    assert set(ACTIONS) == set(RULES)


@pytest.mark.parametrize("action", RULES)
async def test_nobody_acts_on_what_is_another_s(action: str, assistant: Assistant) -> None:
    known = await people()
    whose = await talk(assistant, known["student"])
    replies = []
    for name in CALLERS:
        page = await Page(f"visitor {name}", known.get(name)).open()
        replies.append(await reply(page, action, whose))
        await page.close()
    assert tuple(replies) == RULES[action]


async def test_everybody_is_answered_from_what_they_may_see(agent: ScriptedAgent) -> None:
    known = await people()
    for name in CALLERS:
        page = await Page(f"visitor {name}", known.get(name)).open()
        assert (await page.ask())["type"] == "started"
        await page.hear_all()
        await page.close()
        assert await database_sync_to_async(visibilities_of)(agent.jobs[-1].user) == SEES[name]
