"""A model that writes the faulty answer, over the wire, each time that it is asked: what the user sees in the end."""

import os
from collections.abc import Sequence
from random import Random
from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings

from bench.planted.answers import Good, good_answers
from bench.planted.faults import FAULTS, Planted
from chat.agent import context, run
from chat.agent.events import Answer
from chat.agent.verification.claims import plain
from chat.models import Trace
from chat.tests.agent.openai_server import Body, Say, Script, serving


def measure(which: str, seed: int) -> list[dict[str, Any]]:
    """Generator and nothing else is a model's part; the server says the same at the second attempt."""
    goods = good_answers(which)
    os.environ.setdefault("OPENAI_API_KEY", "none")
    said = {"text": ""}

    def say(_body: Body) -> Say:
        return Say(said["text"])

    with serving(Script(say)) as url:
        settings.LANGUAGE_MODELS["generator"] |= {"model": "openai:planted", "base_url": url}
        rows = [_asked(good, Planted(good, good.text, ""), "", said) for good in goods]
        for name, plant in FAULTS.items():
            random = Random(f"{seed} {name}")
            rows += [_asked(good, found, name, said) for good, found in _planted(plant, goods, random)]
    return rows


def _planted(plant: Any, goods: Sequence[Good], random: Random) -> list[tuple[Good, Planted]]:
    return [(good, found) for good in goods if (found := plant(good, goods, random))]


def _asked(good: Good, planted: Planted, fault: str, said: dict[str, str]) -> dict[str, Any]:
    own = len(good.evidence)
    # What is off topic cites the passages that the model was given, whatever they say.
    said["text"] = (
        planted.good.for_a_model(planted.text, own) if fault == "off-topic answer" else good.for_a_model(planted.text)
    )
    loaded = async_to_sync(context.load)(good.assistant, None, (), "evaluation")
    answer: Answer = async_to_sync(run.answer)(good.question, loaded)
    trace = Trace.objects.get(pk=answer.trace_id)
    findings = [finding for attempt in trace.attempts for finding in attempt["findings"]]
    marked = any(finding["action"] == "flagged" for finding in findings)
    sent_back = any(attempt["regenerate"] for attempt in trace.attempts)
    return {
        "case": good.case,
        "kind": good.kind,
        "fault": fault,
        "planted": planted.fault,
        "caught": bool(findings) or sent_back,
        "shown": bool(fault) and _shown(planted, fault, answer, marked, bool(findings)),
        "regenerate": sent_back,
        "findings": [f"{one['kind']} {one['action']}: {one['sentence']} ({one['detail']})" for one in findings],
        "scores": dict(answer.scores),
        "outcome": answer.outcome,
        "draft": said["text"],
        "text": answer.text,
        "degraded": answer.degraded,
        "ms": answer.milliseconds,
    }


def _shown(planted: Planted, fault: str, answer: Answer, marked: bool, found: bool) -> bool:
    """Whether the user reads the fault, and no mark tells of it."""
    if marked:
        return False
    if fault == "missing citation":
        return not found
    wrong = planted.fault if fault != "off-topic answer" else planted.fault.split(".")[0]
    return plain(wrong).strip() in plain(answer.text)
