"""The website of bench.crawler: `python -m bench.crawled_website PAGES PORT LOG`."""

import asyncio
import gzip
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path

HOSTS = ("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4")
"""the last is slow, and says so in its robots.txt; it has a hundredth of the pages"""
CRAWL_DELAY = 0.5
_SLOW_SECONDS = 3.0
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_WORDS = ("préstamo", "biblioteca", "matrícula", "prazo", "beca", "examen", "sala", "normativa", "curso", "horario")


@dataclass(frozen=True)
class Plan:
    pages: int
    port: int

    @property
    def origins(self) -> list[str]:
        return [f"http://{host}:{self.port}" for host in HOSTS]

    def of_host(self, place: int) -> int:
        slow = self.pages // 100
        return slow if place == len(HOSTS) - 1 else (self.pages - slow) // (len(HOSTS) - 1)

    def urls(self) -> list[str]:
        """Of every page that must be taken in once."""
        return [
            f"{origin}{path(number)}"
            for place, origin in enumerate(self.origins)
            for number in range(self.of_host(place))
        ]


def path(number: int) -> str:
    """In letters: the pages of a real website have names. The first is the front page."""
    name = ""
    rest = number
    while rest:
        rest, letter = divmod(rest, len(_LETTERS))
        name = _LETTERS[letter] + name
    return f"/page-{name}" if number else "/"


class Website:
    def __init__(self, plan: Plan, log: Path) -> None:
        self.plan = plan
        self.log = log
        self.numbers = {path(number): number for number in range(plan.pages)}
        self.bomb = gzip.compress(b"<!doctype html><html>" + b"<p>bomb " * (100 * 2**17), 9)
        self.busy: dict[str, float] = {}

    async def serve(self) -> None:
        servers = [await asyncio.start_server(self._connected, host, self.plan.port) for host in HOSTS]
        await asyncio.gather(*(server.serve_forever() for server in servers))

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            target = head.split(" ", 2)[1]
            host = next(line.split(": ")[1] for line in head.split("\r\n") if line.lower().startswith("host:"))
            with self.log.open("a") as log:
                log.write(f"{time.time():.4f} {host} {target}\n")
            await self._answer(writer, host, target, "if-none-match" in head.lower())
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _answer(self, writer: asyncio.StreamWriter, host: str, target: str, known: bool) -> None:
        place = HOSTS.index(host.split(":")[0])
        if target == "/robots.txt":
            delay = f"Crawl-delay: {CRAWL_DELAY}\n" if place == len(HOSTS) - 1 else ""
            await _send(writer, 200, f"User-agent: *\nDisallow: /private\n{delay}".encode(), kind="text/plain")
        elif target in self.numbers and self.numbers[target] < self.plan.of_host(place):
            await self._page(writer, place, self.numbers[target], known)
        elif target.startswith(("/slow", "/hang")):
            await asyncio.sleep(_SLOW_SECONDS if target.startswith("/slow") else 3600)
            await _send(writer, 200, _html(f"Texto lento {host} {target}.", []))
        elif target.startswith("/busy"):
            await self._busy(writer, f"{host}{target}")
        else:
            await self._trap(writer, host, target)

    async def _page(self, writer: asyncio.StreamWriter, place: int, number: int, known: bool) -> None:
        """Half of them know conditional requests, a tenth are in another encoding than they say."""
        if known and number % 2:
            await _send(writer, 304, b"")
            return
        words = random.Random(f"{place} {number}").choices(_WORDS, k=60)
        text = f"Páxina {number} do servidor {place}: {' '.join(words)} e o prazo é de {number} días naturais."
        links = [path(n) for n in (2 * number + 1, 2 * number + 2) if n < self.plan.of_host(place)]
        session = random.getrandbits(64)
        links += [f"{links[0]}?PHPSESSID={session}" if links else "/", f"/;jsessionid={session}"]
        if number < 20:
            links += [
                "/calendar?month=1", f"/private/{number}", f"/slow/{number}" if number < 5 else "/copy", "/loop/a",
                f"/endless/{number}", "/bomb", "/busy/one", f"/state?token={session}", "/missing",
            ]  # fmt: skip
        if number == 1 and place == 0:
            links.append("/hang")
        encoding = "latin-1" if number % 10 == 3 else "utf-8"
        await _send(writer, 200, _html(text, links).decode().encode(encoding, "replace"), etag=f'"{place}-{number}"')

    async def _busy(self, writer: asyncio.StreamWriter, name: str) -> None:
        if time.monotonic() < self.busy.setdefault(name, time.monotonic() + 2):
            await _send(writer, 429, b"", extra="Retry-After: 2\r\n")
        else:
            await _send(writer, 200, _html(f"Texto que se fixo agardar de {name}.", []))

    async def _trap(self, writer: asyncio.StreamWriter, host: str, target: str) -> None:
        if target.startswith("/calendar"):
            month = int(target.rpartition("=")[2])
            await _send(writer, 200, _html(f"Actos do mes {month} de {host}.", [f"/calendar?month={month + 1}"]))
        elif target.startswith("/state"):
            # A session under a name that nobody knows: one text at addresses without end.
            await _send(writer, 200, _html(f"O estado {host}.", [f"/state?token={random.getrandbits(64)}"]))
        elif target == "/copy":
            await _send(writer, 200, _html(f"Unha copia en {host}.", []))
        elif target in ("/loop/a", "/loop/b"):
            await _send(writer, 302, b"", extra=f"Location: /loop/{'b' if target.endswith('a') else 'a'}\r\n")
        elif target.startswith("/endless/"):
            await _send(writer, 301, b"", extra=f"Location: /endless/{int(target[9:]) + 100}\r\n")
        elif target == "/bomb":
            await _send(writer, 200, self.bomb, extra="Content-Encoding: gzip\r\n")
        else:
            await _send(writer, 404, b"nothing here")


def _html(text: str, links: list[str]) -> bytes:
    listed = "".join(f'<li><a href="{link}">{link[:20]}</a></li>' for link in links)
    title = text.split(":")[0]
    return (
        f'<!doctype html><html lang="gl"><head><title>{title}</title></head><body><nav><ul>{listed}</ul></nav>'
        f"<main><h1>{title}</h1><p>{text}</p></main></body></html>"
    ).encode()


async def _send(
    writer: asyncio.StreamWriter, status: int, body: bytes, *, kind: str = "text/html", etag: str = "", extra: str = ""
) -> None:
    extra += f"ETag: {etag}\r\n" if etag else ""
    head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{extra}"
    writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
    await writer.drain()


if __name__ == "__main__":
    asyncio.run(Website(Plan(int(sys.argv[1]), int(sys.argv[2])), Path(sys.argv[3])).serve())
