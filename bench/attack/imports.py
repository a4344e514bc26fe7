"""`python -m bench.attack.imports`: what files that staff import cost everybody else.

Four people send the same file to a form of administration again and again: bombs, tables that name columns without end,
and the largest that are taken. Meanwhile a visitor opens a page and `/health/` is asked; told is how long both take,
beside a site to which nobody sends anything, and what the four were answered. Nothing is confirmed, so that nothing is
saved, but for the dataset, which is removed again.
"""

from __future__ import annotations

import asyncio
import io
import time
import zipfile
from collections import Counter
from collections.abc import Callable

import httpx

from bench.attack.site import arguments, manage, percentile, running

SENDERS = 4
MAKE = """
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.conf import settings
user, _made = User.objects.get_or_create(username="bench-importer", defaults={"is_staff": True, "is_superuser": True})
session = SessionStore()
session["_auth_user_id"], session["_auth_user_backend"] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
session["_auth_user_hash"] = user.get_session_auth_hash()
session.create()
print(session.session_key)
"""
REMOVE = """
from django.contrib.auth.models import User
from evaluation.models import Dataset
User.objects.filter(username="bench-importer").delete()
Dataset.objects.filter(slug="bench").delete()
"""
ALIASES = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def dataset() -> bytes:
    cases = "".join(f"- id: c{number}\n  question: How many books?\n  answer: Eight.\n" for number in range(14_000))
    return f"slug: bench\nname: Bench\ncases:\n{cases}".encode()


def archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("bomb.txt", b"0" * 60_000_000)
    return out.getvalue()


FILES: dict[str, tuple[str, str, Callable[[], bytes]]] = {
    "YAML, nested aliases": ("evaluation/dataset/import/", "a.yaml", ALIASES.encode),
    "YAML of 14,000 cases": ("evaluation/dataset/import/", "a.yaml", dataset),
    "table of 5,000 rows": (
        "knowledge/document/import/", "a.csv", lambda: b"id,title\n" + b"1,title\n" * 5000,
    ),
    "table of five million columns": (
        "knowledge/document/import/", "a.csv", lambda: b"id" + b"," * 4_900_000 + b"x" + b"\n1" * 5000,
    ),
    "catalogue of 10,000 rows": (
        "knowledge/course/import/", "a.csv",
        lambda: b"code,name_es,source\n" + b"".join(b"X%d,Materia %d,Plan\n" % (row, row) for row in range(10_000)),
    ),
    "catalogue of a million columns": (
        "knowledge/course/import/", "a.csv", lambda: b"code" + b"," * 1_000_000 + b"x\n" + b"a\n" * 400_000,
    ),
    "archive that unpacks to 60 MB": ("knowledge/document/add/", "a.zip", archive),
}  # fmt: skip


async def compare(url: str, key: str, seconds: float) -> None:
    quiet: dict[str, list[float]] = {}
    for name in ("nothing", *FILES):
        end, answers = time.monotonic() + seconds / (len(FILES) + 1), Counter[str]()
        times: dict[str, list[float]] = {"": [], "health/": []}
        senders = [_send(url, key, name, end, answers) for _sender in range(SENDERS if name in FILES else 0)]
        await asyncio.gather(_visit(url, end, times), *senders)
        quiet = quiet or times
        told = [
            f"{what or 'page'} median {percentile(took, 0.5):.2f} s, p95 {percentile(took, 0.95):.2f} s"
            f" (× {percentile(took, 0.95) / percentile(quiet[what], 0.95):.1f})"
            for what, took in times.items()
        ]
        print(f"{name}: {'; '.join(told)}; {dict(answers)}", flush=True)


async def _visit(url: str, end: float, times: dict[str, list[float]]) -> None:
    async with httpx.AsyncClient(timeout=120) as http:
        while time.monotonic() < end:
            for path, took in times.items():
                begun = time.monotonic()
                (await http.get(url + path)).raise_for_status()
                took.append(time.monotonic() - begun)
            await asyncio.sleep(0.2)


async def _send(url: str, key: str, name: str, end: float, answers: Counter[str]) -> None:
    path, file_name, made = FILES[name]
    data = made()
    async with httpx.AsyncClient(timeout=300, cookies={"sessionid": key}) as http:
        page = await http.get(f"{url}admin/{path}")
        fields = {"csrfmiddlewaretoken": page.text.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]}
        field = "files" if "add" in path else "file"
        if field == "files":
            fields["collection"] = page.text.split('<option value="')[2].split('"')[0]
        while time.monotonic() < end:
            begun = time.monotonic()
            answer = await http.post(f"{url}admin/{path}", data=fields, files={field: (file_name, data)})
            answers[str(answer.status_code)] += 1
            answers["longest"] = max(answers["longest"], round(time.monotonic() - begun))


def main() -> None:
    options = arguments(__doc__, 120).parse_args()
    with running(options) as site:
        key = manage(options, MAKE)
        try:
            asyncio.run(compare(site.url, key, options.seconds))
        finally:
            manage(options, REMOVE)


if __name__ == "__main__":
    main()
