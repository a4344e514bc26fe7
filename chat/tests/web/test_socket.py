"""Asking over the socket, on the real channel layer: nothing lost, nothing twice, nothing of anybody else's."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from chat import answering, broadcast, budgets, journal
from chat.agent import context
from chat.agent.events import AnswerReady, Event, StepStarted
from chat.jobs import Job
from chat.models import Assistant, Conversation, Message, MessageEvent, Trace
from chat.tests.web.conftest import TEXT, Page, ScriptedAgent, answer
from knowledge.models import Document
from koalarag.visitors import visitor

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("layer", "assistant"),
]


@database_sync_to_async
def message(message_id: str) -> Message:
    return Message.objects.get(pk=message_id)


@database_sync_to_async
def events(message_id: str) -> list[dict[str, Any]]:
    return [{"sequence": sequence, "event": payload} for sequence, payload in journal.after(UUID(message_id), 0)]


def told(heard: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"sequence": each["sequence"], "event": each["event"]} for each in heard]


async def test_an_answer_is_streamed_and_saved(agent: ScriptedAgent) -> None:
    page = await Page().open()
    started = await page.ask()
    heard = await page.hear_all()
    assert [each["sequence"] for each in heard] == list(range(1, len(heard) + 1))
    kinds = [each["event"]["kind"] for each in heard]
    assert kinds[:4] == ["step", "step", "block", "restart"]
    # How many blocks depends on what was put together.
    assert set(kinds[4:-1]) == {"block"}
    assert kinds[-1] == "answer"
    final = heard[-1]["event"]
    assert final["status"] == "answered"
    assert 'class="cite"' in final["html"]
    assert final["citations"][0]["url"].endswith("page=3&quote=eight+books#quote")
    saved = await message(started["message"])
    assert (saved.state, saved.text, saved.intent) == ("done", TEXT, "search")
    assert await database_sync_to_async(lambda: saved.citations.get().quote)() == "eight books"
    await page.close()


async def test_the_words_of_somebody_in_need_name_no_conversation(agent: ScriptedAgent) -> None:
    agent.events[-1] = AnswerReady(answer(need="distress", language="gl"))
    page = await Page().open()
    started = await page.ask("non podo máis")
    await page.hear_all()
    first = await Conversation.objects.aget(pk=started["conversation"])
    assert first.title == "A quen acudir"
    await Conversation.objects.filter(pk=first.pk).aupdate(title="Mine")
    await page.ask("sigo igual", conversation=str(first.pk))
    await page.hear_all()
    await first.arefresh_from_db()
    assert first.title == "Mine"
    await page.close()


async def test_whoever_comes_back_gets_the_rest_and_only_the_rest(agent: ScriptedAgent) -> None:
    page = await Page().open()
    started = await page.ask()
    whole = told(await page.hear_all())
    await page.close()
    for cut in range(len(whole)):
        again = await Page().open()
        await again.say("resume", message=started["message"], after=cut)
        assert told(await again.hear_all()) == whole[cut:]
        assert await again.receive_nothing(0.01)
        await again.close()


@pytest.mark.parametrize("cut", range(1, 5))
async def test_an_answer_goes_on_while_nobody_listens(agent: ScriptedAgent, cut: int) -> None:
    page = await Page().open()
    started = await page.ask()
    before = told([await page.hear() for _event in range(cut)])
    await page.close()
    again = await Page().open()
    await again.say("resume", message=started["message"], after=before[-1]["sequence"])
    after = told(await again.hear_all())
    assert before + after == await events(started["message"])
    await again.close()


async def test_two_pages_see_the_same(agent: ScriptedAgent) -> None:
    agent.free = 1
    first, second = await Page().open(), await Page().open()
    started = await first.ask()
    await second.say("resume", message=started["message"], after=0)
    agent.gate.set()
    assert told(await first.hear_all()) == told(await second.hear_all())
    await first.close()
    await second.close()


async def test_a_question_sent_again_is_not_asked_again(agent: ScriptedAgent) -> None:
    wanted = str(uuid4())
    page = await Page().open()
    first = await page.ask(message=wanted)
    heard = await page.hear_all()
    again = await Page().open()
    assert await again.ask(message=wanted) == first
    assert told(await again.hear_all()) == told(heard)
    assert len(agent.jobs) == 1
    assert first["message"] == wanted
    stranger = await Page("stranger").open()
    assert (await stranger.ask(message=wanted))["type"] == "error"
    for each in (page, again, stranger):
        await each.close()


async def test_an_answer_that_is_over_can_be_had_without_its_events(agent: ScriptedAgent) -> None:
    page = await Page().open()
    started = await page.ask()
    final = (await page.hear_all())[-1]["event"]
    await database_sync_to_async(MessageEvent.objects.all().delete)()
    await page.say("resume", message=started["message"], after=2)
    assert (await page.hear())["event"] == final
    await page.close()


async def test_stop_keeps_what_was_written(agent: ScriptedAgent) -> None:
    agent.free = 6
    page = await Page().open()
    started = await page.ask()
    while "eight" not in (await page.hear())["event"].get("html", ""):
        pass
    await page.say("stop", message=started["message"])
    assert (await page.hear_all())[-1]["event"]["kind"] == "stopped"
    await finished(started["message"])
    saved = await message(started["message"])
    assert (saved.state, saved.text) == ("stopped", "Students may borrow **eight** ")
    assert agent.is_cancelled
    await page.close()


async def test_stop_from_another_process(agent: ScriptedAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "HEARTBEAT_SECONDS", 0.1)
    agent.free = 2
    page = await Page().open()
    started = await page.ask()
    await page.hear()
    await database_sync_to_async(journal.stop)(started["message"])
    await finished(started["message"])
    assert agent.is_cancelled
    assert (await page_after(started["message"]))[-1]["event"]["kind"] == "stopped"
    await page.close()


async def test_a_failure_is_one_event_that_finds_the_trace(
    agent: ScriptedAgent, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Failed(RuntimeError):
        pass

    async def fails(job: Any) -> Any:
        yield StepStarted("retrieve")
        error = Failed("no answer to How many books?")
        raise error

    monkeypatch.setattr(answering, "agent_events", fails)
    page = await Page().open()
    started = await page.ask("How many books? ana@example.edu")
    final = (await page.hear_all())[-1]["event"]
    trace = await Trace.objects.select_related("message", "assistant").aget()
    assert (final["kind"], final["reference"]) == ("failed", str(trace.pk))
    assert (str(trace.message_id), trace.message.state) == (started["message"], "failed")
    assert (trace.status, trace.assistant.slug, trace.origin) == ("failed", "library", "chat")
    assert (trace.question, trace.error) == ("How many books? [e-mail]", "Failed: no answer to How many books?")
    assert "Failed" in caplog.text
    assert "How many books" not in caplog.text
    await page.close()


async def test_a_failure_before_the_agent_starts_is_found_by_reviewers(assistant: Assistant) -> None:
    await Assistant.objects.aupdate(scope={"outside_terms": 5})
    page = await Page().open()
    await page.ask()
    reference = (await page.hear_all())[-1]["event"]["reference"]
    await page.close()

    @database_sync_to_async
    def review() -> tuple[bytes, bytes]:
        client = Client()
        client.force_login(User.objects.create_superuser("ana"))
        listed = client.get("/admin/chat/trace/", {"q": reference, "status__exact": "failed"})
        return listed.content, client.get("/admin/chat/trace/aggregates/").content

    listed, added_up = await review()
    assert b"How many books?" in listed
    assert re.search(rb"[Ff]ailed", added_up)
    assert (await Trace.objects.aget(pk=reference)).error.startswith("TypeError: ")


async def test_a_failure_while_an_answer_is_saved_is_told_on_its_trace(
    agent: ScriptedAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answers(job: Any) -> Any:
        await Trace.objects.acreate(message_id=job.message_id, question=job.question.text, status="answered")
        yield AnswerReady(answer())

    def broken(*_arguments: Any) -> None:
        raise ValueError("cannot be saved")

    monkeypatch.setattr(answering, "agent_events", answers)
    monkeypatch.setattr(journal, "finish", broken)
    page = await Page().open()
    await page.ask()
    final = (await page.hear_all())[-1]["event"]
    trace = await Trace.objects.aget()
    assert (final["reference"], trace.status, trace.error) == (str(trace.pk), "failed", "ValueError: cannot be saved")
    await page.close()


async def test_a_server_that_ends_in_good_order_says_so(agent: ScriptedAgent) -> None:
    agent.free = 1
    page = await Page().open()
    started = await page.ask()
    await page.hear()
    for task in answering.running.values():
        task.cancel()
    final = (await page.hear_all())[-1]["event"]
    assert (final["kind"], (await message(started["message"])).state) == ("failed", "failed")
    assert "restarting" in final["text"]
    await page.close()


async def test_an_answer_whose_process_died_is_given_up(agent: ScriptedAgent, assistant: Assistant) -> None:
    @database_sync_to_async
    def orphan() -> Message:
        talk = Conversation.objects.create(assistant=assistant, session_key="visitor")
        made = Message.objects.create(conversation=talk, role="assistant", state="running")
        MessageEvent.objects.create(message=made, sequence=1, payload={"kind": "step", "name": "retrieve"})
        long_ago = timezone.now() - timedelta(seconds=journal.STALE_SECONDS + 1)
        MessageEvent.objects.filter(message=made).update(created_at=long_ago)
        return made

    made = await orphan()
    page = await Page().open()
    await page.say("resume", message=str(made.pk), after=1)
    final = await page.hear()
    assert (final["sequence"], final["event"]["kind"]) == (2, "failed")
    assert (await page.ask(conversation=str(made.conversation_id)))["type"] == "started"
    await page.hear_all()
    await page.close()


async def test_nobody_touches_what_is_another_s(agent: ScriptedAgent) -> None:
    agent.free = 1
    page, stranger = await Page().open(), await Page("stranger").open()
    started = await page.ask()
    await stranger.say("resume", message=started["message"], after=0)
    assert (await stranger.hear())["type"] == "error"
    await stranger.say("stop", message=started["message"])
    assert (await stranger.hear())["type"] == "error"
    assert (await stranger.ask(conversation=started["conversation"]))["type"] == "error"
    assert (await message(started["message"])).state == "running"
    nobody = await Page("").open()
    assert (await nobody.ask())["type"] == "error"
    agent.gate.set()
    await page.hear_all()
    for each in (page, stranger, nobody):
        await each.close()


async def test_one_question_at_a_time_and_not_too_many(agent: ScriptedAgent) -> None:
    agent.free = 0
    page = await Page().open()
    first = await page.ask()
    refused = await page.ask(conversation=first["conversation"])
    assert "still being answered" in refused["text"]
    assert [(await page.ask())["type"] for _question in range(3)] == ["started", "started", "error"]
    assert await database_sync_to_async(Conversation.objects.count)() == 3
    agent.gate.set()
    await asyncio.gather(*answering.running.values())
    await page.close()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"text": "  "}, "Write a question"),
        ({"text": "a" * 2001}, "2000"),
        ({"text": "one two three " * 20}, "too long"),
        ({"text": "\ud800"}, "could not be read"),
        ({"assistant": "nobody"}, "Reload"),
        ({"conversation": "x"}, "UUID"),
        ({"form": {"days": 1}}, None),
        ({"form": [1]}, "Reload"),
        ({"language": "fr"}, "fr"),
    ],
)
async def test_bad_questions_are_told_what_to_do(
    agent: ScriptedAgent, content: dict[str, Any], expected: str | None
) -> None:
    page = await Page().open()
    heard = await page.ask(**content)
    if expected is None:
        assert heard["type"] == "started"
        await page.hear_all()
    else:
        assert heard["type"] == "error"
        assert expected in heard["text"]
        assert not await database_sync_to_async(Conversation.objects.exists)()
    await page.close()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"type": "dance"}', '{"type": "resume"}', '{"type": "stop"}'])
async def test_noise_is_refused_and_the_socket_lives(text: str) -> None:
    page = await Page().open()
    await page.send(text)
    assert (await page.hear())["type"] == "error"
    await page.send(text)
    assert (await page.hear())["type"] == "error"
    await page.close()


async def test_the_agent_hears_the_conversation(agent: ScriptedAgent) -> None:
    page = await Page().open()
    started = await page.ask("How many books?")
    await page.hear_all()
    await page.ask("And films?", conversation=started["conversation"], academic_year="2025-2026", language="gl")
    await page.hear_all()
    question = agent.jobs[1].question
    assert [(turn.role, turn.text) for turn in question.history] == [("user", "How many books?"), ("assistant", TEXT)]
    assert (question.text, question.academic_year, question.language) == ("And films?", "2025-2026", "gl")
    assert not await MessageEvent.objects.filter(message_id=started["message"]).aexists()
    await page.close()


async def test_the_agent_hears_nothing_of_what_was_withdrawn(agent: ScriptedAgent, document: Document) -> None:
    page = await Page().open()
    started = await page.ask("How many books?")
    await page.hear_all()
    await Document.objects.filter(pk=document.pk).aupdate(visibility="staff")
    await page.ask("And films?", conversation=started["conversation"])
    await page.hear_all()
    [_question, answered] = agent.jobs[1].question.history
    assert "eight" not in answered.text
    assert "cannot open any more" in answered.text
    await page.close()


async def finished(message_id: str) -> None:
    tasks = [task for running, task in answering.running.items() if str(running) == message_id]
    await asyncio.wait_for(asyncio.gather(*tasks), 5)


async def page_after(message_id: str) -> list[dict[str, Any]]:
    page = await Page().open()
    await page.say("resume", message=message_id, after=0)
    heard = await page.hear_all()
    await page.close()
    return heard


async def test_news_that_got_lost_is_found(agent: ScriptedAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(_message_id: Any) -> None:
        """As where the connection of the channel layer is down."""

    monkeypatch.setattr(broadcast, "announce", lost)
    monkeypatch.setattr(journal, "LOOK_SECONDS", 0.05)
    page = await Page().open()
    await page.ask()
    heard = await page.hear_all()
    assert [each["sequence"] for each in heard] == list(range(1, len(heard) + 1))
    assert heard[-1]["event"]["kind"] == "answer"
    await page.close()


async def test_an_answer_whose_process_died_is_given_up_before_open_eyes(
    assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(journal, "STALE_SECONDS", 0.3)
    talk = await Conversation.objects.acreate(assistant=assistant, session_key="visitor")
    orphan = await Message.objects.acreate(conversation=talk, role="assistant", state="running")
    page = await Page().open()
    await page.say("resume", message=str(orphan.pk), after=0)
    assert (await page.hear_all())[-1]["event"]["kind"] == "failed"
    await page.close()


async def test_an_answer_is_made_again_where_the_database_went_away(
    agent: ScriptedAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def interrupted(job: Job) -> AsyncIterator[Event]:
        if agent.jobs:
            async for event in agent(job):
                yield event
            return
        agent.jobs.append(job)
        yield StepStarted("retrieve")
        await database_sync_to_async(drop_own_connection)()

    monkeypatch.setattr(answering, "agent_events", interrupted)
    page = await Page().open()
    await page.ask()
    kinds = [each["event"]["kind"] for each in await page.hear_all()]
    assert kinds[:2] == ["step", "restart"]
    assert kinds[-1] == "answer"
    await page.close()


def drop_own_connection() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")


ENDED = {
    "signed out": lambda page: page.session.delete(),
    "deactivated": lambda page: type(page.user).objects.update(is_active=False),
    "another password": lambda page: (page.user.set_password("another"), page.user.save()),
}


@pytest.mark.parametrize("end", ENDED.values(), ids=ENDED)
async def test_who_may_not_come_in_any_more_asks_no_more(agent: ScriptedAgent, end: Callable[[Page], Any]) -> None:
    user = await database_sync_to_async(User.objects.create_user)("ana", password="one")
    page = await Page(user=user).open()
    await page.ask()
    await page.hear_all()
    await database_sync_to_async(end)(page)
    await page.say("ask", assistant="library", text="How many books?")
    assert (await page.receive_output(5))["code"] == 4401
    assert len(agent.jobs) == 1


async def test_signing_out_ends_the_sockets_of_the_session_and_no_other(agent: ScriptedAgent) -> None:
    user = await database_sync_to_async(User.objects.create_user)("ana")
    page, other = await Page(user=user).open(), await Page(user=user).open()
    await database_sync_to_async(sign_out)(page.session.session_key)
    assert (await page.receive_output(5))["code"] == 4401
    assert await other.receive_nothing(0.1)
    await other.close()


def sign_out(session_key: str) -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session_key
    client.post("/sign-out/")


async def test_questions_have_a_limit_and_the_page_is_told_when_to_come_back(
    agent: ScriptedAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.QUESTIONS_PER_MINUTE, "anonymous", 1)
    page = await Page().open()
    await page.ask()
    await page.hear_all()
    refused = await page.ask()
    assert refused["type"] == "error"
    assert 30 < refused["retry_after"] <= 60
    assert f"Try again in {refused['retry_after']} seconds" in refused["text"]
    assert await database_sync_to_async(Message.objects.count)() == 2
    await page.close()


async def test_nobody_waits_for_the_counter_of_an_address_while_anothers_question_is_saved(
    agent: ScriptedAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = list[int]()
    monkeypatch.setattr("chat.budgets.spend_question", lambda _who: saved.append(Message.objects.count()))
    page = await Page().open()
    await page.ask()
    await page.hear_all()
    assert saved == [2]
    await page.close()


async def test_a_question_that_is_sent_again_counts_once(agent: ScriptedAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.QUESTIONS_PER_MINUTE, "anonymous", 1)
    page, wanted = await Page().open(), str(uuid4())
    for _time in range(3):
        assert (await page.ask(message=wanted))["type"] == "started"
        await page.hear_all()
    await page.close()


async def test_without_a_budget_no_model_takes_part(agent: ScriptedAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    generator = {**settings.LANGUAGE_MODELS["generator"], "model": "openai:m"}
    monkeypatch.setattr(settings, "LANGUAGE_MODELS", {**settings.LANGUAGE_MODELS, "generator": generator})
    payer = visitor(None, "visitor", "192.0.2.1")
    assert set((await context.load("library", payer=payer)).models) == {"generator"}
    await database_sync_to_async(budgets.charge)(payer, 301_000, 0.0)
    assert not (await context.load("library", payer=payer)).models
    other = visitor(None, "another", "192.0.2.2")
    assert (await context.load("library", payer=other)).models
    await database_sync_to_async(budgets.charge)(other, 1, 5.1)
    assert not (await context.load("library", payer=visitor(None, "a third", "192.0.2.3"))).models


async def test_two_tabs_of_a_conversation_stay_in_step(agent: ScriptedAgent) -> None:
    one, other = await Page().open(), await Page().open()
    started = await one.ask()
    await one.hear_all()
    await other.say("watch", conversation=started["conversation"])
    second = await one.ask("And on Sundays?", conversation=started["conversation"])
    asked = await other.hear()
    assert (asked["type"], asked["message"], asked["text"]) == ("asked", second["message"], "And on Sundays?")
    assert told(await other.hear_all()) == told(await one.hear_all())
    stranger = await Page("somebody else").open()
    await stranger.say("watch", conversation=started["conversation"])
    assert (await stranger.hear())["type"] == "error"
    for page in (one, other, stranger):
        await page.close()


async def test_a_page_is_told_that_its_conversation_was_renamed_and_deleted(agent: ScriptedAgent) -> None:
    page = await Page().open()
    started = await page.ask()
    await page.hear_all()
    conversation = Conversation.objects.filter(pk=started["conversation"])
    await conversation.aupdate(title="Loans")
    await broadcast.announce_change(UUID(started["conversation"]))
    assert await page.hear() == {"type": "renamed", "title": "Loans"}
    await conversation.adelete()
    await broadcast.announce_change(UUID(started["conversation"]))
    assert await page.hear() == {"type": "deleted"}
    await broadcast.announce_change(UUID(started["conversation"]))
    assert await page.receive_nothing(0.5)
    await page.close()


async def test_an_edited_question_takes_the_place_of_what_followed_it(agent: ScriptedAgent) -> None:
    page = await Page().open()
    first = await page.ask("How many?")
    await page.hear_all()
    conversation = first["conversation"]
    await page.ask("And then?", conversation=conversation)
    await page.hear_all()
    edited = await page.ask("How many books?", conversation=conversation, replaces=first["message"])
    await page.hear_all()
    kept = await database_sync_to_async(lambda: [(one.role, one.text) for one in Message.objects.all()])()
    assert kept == [("user", "How many books?"), ("assistant", TEXT)]
    assert agent.jobs[-1].question.history == ()
    assert await database_sync_to_async(lambda: Conversation.objects.get().title)() == "How many books?"
    # Sent once more, because the connection fell, it takes nothing back a second time.
    again = {"conversation": conversation, "message": edited["message"], "replaces": first["message"]}
    assert (await page.ask("How many books?", **again))["type"] == "started"
    await page.close()


async def test_nobody_takes_back_another_s_question(agent: ScriptedAgent) -> None:
    page, stranger = await Page().open(), await Page("somebody else").open()
    started = await page.ask()
    await page.hear_all()
    refused = await stranger.ask("Mine", replaces=started["message"])
    assert refused["type"] == "error"
    assert await database_sync_to_async(Message.objects.count)() == 2
    await page.close()
    await stranger.close()
