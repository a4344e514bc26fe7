"""Verification and the local critic alone, on the drafts."""

from random import Random
from time import perf_counter
from typing import Any

from bench.planted.answers import Good, good_answers
from bench.planted.faults import FAULTS, Planted
from chat.agent.state import Draft
from chat.agent.verification.claims import plain
from chat.agent.verification.critic import criticise
from chat.agent.verification.verify import verified


def measure(which: str, seed: int) -> list[dict[str, Any]]:
    goods = good_answers(which)
    rows = [_judged(good, Planted(good, good.text, ""), "") for good in goods]
    for name, plant in FAULTS.items():
        random = Random(f"{seed} {name}")
        planted = ((good, plant(good, goods, random)) for good in goods)
        rows += [_judged(good, found, name) for good, found in planted if found]
    return rows


def _judged(good: Good, planted: Planted, fault: str) -> dict[str, Any]:
    where = planted.good
    # Quotations are verified as a model's words where a fault was planted in them.
    draft = where.made(planted.text) if fault or good.kind == "prose" else good.draft
    begun = perf_counter()
    shown = draft if draft.own else verified(draft, where.evidence, where.brief.language)
    critique = criticise(where.brief, shown, where.evidence)
    spent = 1000 * (perf_counter() - begun)
    return {
        "case": good.case,
        "kind": good.kind,
        "fault": fault,
        "planted": planted.fault,
        "caught": bool(shown.findings) or critique.regenerate,
        "shown": bool(fault) and still_shown(planted, fault, shown, critique.regenerate),
        "regenerate": critique.regenerate,
        "findings": [f"{one.kind} {one.action}: {one.sentence} ({one.detail})" for one in shown.findings],
        "scores": {**critique.scores, "total": critique.total},
        "draft": draft.text,
        "text": shown.text,
        "ms": round(spent, 1),
    }


def still_shown(planted: Planted, fault: str, shown: Draft, regenerate: bool) -> bool:
    """Whether the fault is read by the user and nothing tells of it."""
    if fault == "off-topic answer":
        return not regenerate
    if any(one.action == "flagged" for one in shown.findings):
        return False
    if fault == "missing citation":
        return not shown.findings
    return plain(planted.fault).strip() in plain(shown.text)
