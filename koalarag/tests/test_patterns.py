"""Every pattern of the site reads 25 KB that nearly match it in a time that grows with the length alone.

What nearly matches is made from the pattern itself: for each of its repetitions, what stands before it, the repeated
part many times over, and then something that nothing matches.
"""

import ast
import importlib
import math
import re
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("koalarag", "knowledge", "chat", "evaluation", "interfaces")
LENGTH = 25_000
SECONDS = 0.5
"""of the processor; a linear pattern takes a quarter of that at most, on a slow machine, a quadratic one seconds"""
SHORTER = 5
"""A text so many times shorter is read first: a pattern that takes for it less than SECONDS by the square of this takes
less than SECONDS for the whole, even if the time grows with the square of the length."""
ANCHORED = frozenset({"match", "fullmatch"})
# Handed to a function that matches the whole of what an operator writes.
WHOLE = {"koalarag.language_models._NAME", "koalarag.language_models.KEY_VARIABLE"}
_PARSER = re._parser  # type: ignore[attr-defined]
_ENDS = ("\x00\n", "é!")


@dataclass(frozen=True)
class Found:
    where: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]
    """by which it is used: "finditer" for whatever looks for it anywhere in a text"""


def sources() -> Iterator[tuple[str, list[ast.AST]]]:
    """Each module with all nodes of its tree."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            if not {"tests", "migrations", "formats"} & set(name.split(".")) or "extract.formats" in name:
                yield name, list(ast.walk(ast.parse(path.read_text("utf-8"))))


@cache
def patterns() -> tuple[Found, ...]:
    modules = dict(sources())
    everywhere = uses(*modules.values())
    found = []
    for name, nodes in modules.items():
        if any(map(makes_patterns, nodes)):
            module, here = importlib.import_module(name), uses(nodes)
            for variable, value in vars(module).items():
                if isinstance(value, re.Pattern):
                    used = (here if variable.startswith("_") else everywhere).get(variable, set())
                    whole = f"{name}.{variable}" in WHOLE
                    found.append(Found(f"{name}.{variable}", value, ANCHORED if whole else methods(used)))
        found += inline(name, nodes)
    return tuple({one.pattern: one for one in found}.values())


def makes_patterns(node: ast.AST) -> bool:
    """Itself, or of the words that understanding/wordings.py reads."""
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").endswith(".wordings")
    return isinstance(node, ast.Attribute) and node.attr == "compile" and is_re(node.value)


def is_re(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "re"


def uses(*modules: list[ast.AST]) -> dict[str, set[str]]:
    """Which methods are called of each name; what else is done with one may be anything."""
    used: dict[str, set[str]] = {}
    bases = set()
    for node in chain(*modules):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            used.setdefault(node.value.id, set()).add(node.attr)
            bases.add(node.value)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in bases:
            used.setdefault(node.id, set()).add("anything")
    return used


def methods(used: set[str]) -> frozenset[str]:
    used = used - {"pattern", "flags", "groupindex"}
    return frozenset(used & ANCHORED) | (frozenset() if used <= ANCHORED else {"finditer"})


def inline(name: str, nodes: list[ast.AST]) -> Iterator[Found]:
    """Of calls such as re.sub(r"…", …)."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            first = node.args[0]
            if (
                is_re(node.func.value)
                and isinstance(first, ast.Constant)
                and node.func.attr not in ("escape", "compile")
            ):
                yield Found(f"{name}:{node.lineno}", re.compile(first.value), methods({node.func.attr}))


def near_matches(pattern: re.Pattern[Any]) -> set[str]:
    found: set[str] = {" ", "a"}
    tree = _PARSER.parse(pattern.pattern, pattern.flags)
    pump(tree, "", found)
    return {before_and_part for before_and_part in found if before_and_part}


def pump(tree: Any, before: str, found: set[str]) -> str:
    """Adds what each repetition repeats, with what stands before it; returns the shortest sample of the whole."""
    for operation, value in tree:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, body = value
            part = pump(body, before, found)
            if most > 20:
                found |= {f"{before}\x01{part}", f"\x01{before}{part}"}
            before += part * least
        elif name == "SUBPATTERN":
            before += pump(value[-1], before, found)
        elif name == "ATOMIC_GROUP":
            before += pump(value, before, found)
        elif name == "BRANCH":
            branches = [pump(branch, before, found) for branch in value[1]]
            before += branches[0]
        else:
            before += sample(name, value)
    return samples(tree)


def samples(tree: Any) -> str:
    text = ""
    for operation, value in tree:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            text += samples(value[2]) * max(value[0], 1 if not text else value[0])
        elif name == "SUBPATTERN":
            text += samples(value[-1])
        elif name == "ATOMIC_GROUP":
            text += samples(value)
        elif name == "BRANCH":
            text += samples(value[1][0])
        else:
            text += sample(name, value)
    return text


def sample(name: str, value: Any) -> str:
    if name == "LITERAL":
        return chr(value)
    if name == "NOT_LITERAL":
        return "a" if value != ord("a") else "b"
    if name == "ANY":
        return "a"
    if name != "IN":
        return ""
    negated = str(value[0][0]) == "NEGATE"
    within = next(of_class(value), "a")
    if not negated:
        return within
    outside = re.compile(_class(value))
    return next(letter for letter in "a 1.-<|é中" if outside.match(letter))


def of_class(items: Any) -> Iterator[str]:
    for operation, value in items:
        name = str(operation)
        if name == "LITERAL":
            yield chr(value)
        elif name == "RANGE":
            yield chr(value[0])
        elif name == "CATEGORY":
            yield {"CATEGORY_SPACE": " ", "CATEGORY_DIGIT": "1", "CATEGORY_WORD": "a"}.get(str(value), "-")


def _class(items: Any) -> str:
    text = ""
    categories = {
        "SPACE": r"\s",
        "DIGIT": r"\d",
        "WORD": r"\w",
        "NOT_SPACE": r"\S",
        "NOT_DIGIT": r"\D",
        "NOT_WORD": r"\W",
    }
    for operation, value in items[1:]:
        if str(operation) == "LITERAL":
            text += re.escape(chr(value))
        elif str(operation) == "RANGE":
            text += f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
        else:
            text += categories[str(value).removeprefix("CATEGORY_")]
    return f"[^{text}]"


class TooSlow(Exception):
    pass


def seconds(found: Found, text: str) -> float:
    """What reading takes of the processor; without end if it is longer than SECONDS, after which nobody waits."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        """What other threads of the process take counts for the timer, and not for the pattern."""
        left = SECONDS - (time.thread_time() - start)
        if left <= 0:
            raise TooSlow
        signal.setitimer(signal.ITIMER_VIRTUAL, left)

    subject = text.encode("utf-8", "replace") if isinstance(found.pattern.pattern, bytes) else text
    start = time.thread_time()
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        for method in found.methods:
            matches = getattr(found.pattern, method)(subject)
            for _match in matches if method == "finditer" else ():
                pass
        return time.thread_time() - start
    except TooSlow:
        return math.inf
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def takes_too_long(found: Found, before: str, part: str, end: str) -> bool:
    def text(length: int) -> str:
        return before + part * (length // max(len(part), 1)) + end

    is_doubtful = seconds(found, text(LENGTH // SHORTER)) > SECONDS / SHORTER**2
    return is_doubtful and seconds(found, text(LENGTH)) == math.inf


def slow_on(found: Found) -> str:
    for near in sorted(near_matches(found.pattern)):
        before, _, part = near.rpartition("\x01")
        if any(takes_too_long(found, before, part, end) for end in _ENDS):
            return f"{before!r} and many {part!r}"
    return ""


def test_patterns_are_found() -> None:
    assert len(patterns()) > 100


def test_no_pattern_takes_more_than_a_time_that_grows_with_the_length() -> None:
    slow = {found.where: text for found in patterns() if (text := slow_on(found))}
    assert slow == {}


def test_what_is_slow_is_found_out() -> None:
    for pattern in (r"(?:a+)+b", r"(?:<!--.*?-->\s*)*<html", r"\s+$"):
        assert slow_on(Found("", re.compile(pattern, re.DOTALL), frozenset({"finditer"})))
