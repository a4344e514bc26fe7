"""What websites do to crawlers, by malice or by accident: each costs its page, and nothing else."""

import gzip
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from unittest.mock import patch

import httpx2
import pytest
from django.test import override_settings

from knowledge.crawling import fetching, frontier, settling, visiting, working
from knowledge.crawling.fetching import FetchError, Request, fetch
from knowledge.crawling.reasons import Reason
from knowledge.models import CrawledPage, CrawlHost, Document, WebSource
from knowledge.tests.crawling.conftest import Crawl, outcomes
from knowledge.tests.crawling.website import Answer, Asked, Website, page, served

pytestmark = pytest.mark.django_db
LOAN = "El préstamo ordinario dura quince días naturales y se renueva una sola vez."


def test_a_calendar_without_end_ends(site: Website, source: WebSource, crawl: Crawl) -> None:
    source.max_depth, source.max_alike = 50, 5
    source.save()

    def month(asked: Asked) -> Answer:
        number = int(asked.path.rpartition("=")[2])
        return page(f"Actos del mes {number} en la biblioteca.", f"/calendar?month={number + 1}", "/loan")

    site.page("/", "La biblioteca de la universidad.", "/calendar?month=1")
    site.page("/loan", LOAN)
    site.otherwise = lambda asked: month(asked) if asked.path.startswith("/calendar") else Answer(status=404)
    crawl()
    found = outcomes(source)
    assert found["loan"] == "taken"
    months = [found[path] for path in sorted(found) if path.startswith("calendar")]
    assert months == ["taken"] * 5 + ["alike"]


def test_a_calendar_without_anything_in_it_ends_sooner(
    site: Website, source: WebSource, crawl: Crawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frontier, "MAX_COPIES", 3)
    source.max_depth = 50
    source.save()
    site.page("/", "La biblioteca de la universidad.", "/day/1")
    site.otherwise = lambda asked: (
        page("No hay actos.", f"/day/{int(asked.path[5:]) + 1}")
        if asked.path.startswith("/day/")
        else Answer(status=404)
    )
    crawl()
    assert sum(path.startswith("day") for path in outcomes(source)) == 5
    assert Document.objects.count() == 2


def test_sessions_in_addresses_make_no_new_pages(site: Website, source: WebSource, crawl: Crawl) -> None:
    visits = iter(range(1000))

    def home(asked: Asked) -> Answer:
        return page(
            "La biblioteca.", f"/loan?PHPSESSID={next(visits)}", f"/loan;jsessionid={next(visits)}?utm_source=x"
        )

    def loan(asked: Asked) -> Answer:
        return page(LOAN, f"/?sid={next(visits)}&fbclid=1", "/loan#top", "HTTP://127.0.0.1/", "/./a/../loan")

    site.routes |= {"/": home, "/loan": loan}
    crawl()
    assert outcomes(source) == {"": "taken", "loan": "taken"}
    assert sorted(site.paths()) == ["/", "/loan", "/sitemap.xml"]


def test_redirects_lead_on_but_not_in_circles_nor_outside(site: Website, source: WebSource, crawl: Crawl) -> None:
    site.page("/", "La biblioteca.", "/old", "/a", "/chain/0", "/away", "/nowhere")
    site.page("/loan", LOAN)

    def to(target: str) -> Answer:
        return Answer(status=302, headers={"Location": target})

    site.routes |= {"/old": to("/loan"), "/a": to("/b"), "/b": to("/a"), "/away": to("http://example.com/x")}
    site.routes["/nowhere"] = to("javascript:alert(1)")
    site.otherwise = lambda asked: (
        to(f"/chain/{int(asked.path[7:]) + 1}") if asked.path.startswith("/chain/") else Answer(status=404)
    )
    crawl()
    found = outcomes(source)
    assert [found[path] for path in ("old", "loan", "a", "b")] == ["redirect", "taken", "redirect", "redirects"]
    assert (found["away"], found["nowhere"]) == ("outside", "outside")
    chain = sorted(path for path in found if path.startswith("chain"))
    assert len(chain) == 6
    assert found[chain[-1]] == "redirects"
    crawl()
    assert sorted(outcomes(source)[path] for path in ("a", "b")) == ["redirect", "redirects"]


def test_one_host_in_trouble_stops_no_other(
    site: Website, source: WebSource, crawl: Crawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "SECONDS", 0.5)
    monkeypatch.setattr(settling, "_MAX_SILENCE", 2)

    def drip() -> Iterator[bytes]:
        while not hanging.ended.wait(0.02):
            yield b"<p>"

    with served("127.0.0.2") as hanging:
        hanging.routes["/robots.txt"] = Answer(status=404)
        hanging.otherwise = lambda asked: Answer(chunks=drip)
        source.seeds = f"{site.url}/"
        source.allowed_hosts = f"{site.url[7:]}\n{hanging.url[7:]}"
        source.save()
        site.page("/", "La biblioteca.", *(f"{hanging.url}/{name}" for name in "abcdefgh"), "/1", "/2", "/3")
        for name in "123":
            site.page(f"/{name}", f"Normas del servicio número {name} de la biblioteca.")
        crawl()
    good = {page.url for page in CrawledPage.objects.filter(outcome="taken")}
    assert good == {f"{site.url}/{name}" for name in ("", "1", "2", "3")}
    reasons = CrawledPage.objects.filter(url__startswith=hanging.url).values_list("reason", flat=True)
    assert set(reasons) == {"timeout", "silent_host"}
    assert len(hanging.paths()) < 8


def test_a_host_that_asks_for_time_gets_it(site: Website, source: WebSource, crawl: Crawl) -> None:
    calls: list[float] = []

    def busy(asked: Asked) -> Answer:
        calls.append(asked.at)
        return page(LOAN) if len(calls) > 1 else Answer(status=429, headers={"Retry-After": "1"})

    site.page("/", "La biblioteca.", "/loan")
    site.routes["/loan"] = busy
    crawl()
    assert outcomes(source)["loan"] == "taken"
    assert calls[1] - calls[0] >= 1


def test_robots_txt_is_obeyed_and_no_host_is_asked_faster_than_it_wants(
    site: Website, source: WebSource, crawl: Crawl
) -> None:
    rules = "User-agent: other\nDisallow: /\n\nUser-agent: koalarag\nDisallow: /private/*.html$\nCrawl-delay: 0.15\n"
    site.routes["/robots.txt"] = Answer(rules.encode(), headers={"Content-Type": "text/plain"})
    site.page("/", "La biblioteca.", "/loan", "/private/a.html", "/private/b")
    site.page("/loan", LOAN)
    site.page("/private/b", "Normas del servicio de la biblioteca.")
    crawl()
    assert outcomes(source) == {"": "taken", "loan": "taken", "private/a.html": "robots", "private/b": "taken"}
    assert "/private/a.html" not in site.paths()
    assert min(later.at - sooner.at for sooner, later in pairwise(site.asked)) >= 0.15


def test_without_an_answer_about_its_rules_a_host_is_left_alone(site: Website, source: WebSource, crawl: Crawl) -> None:
    site.page("/", LOAN)
    site.routes["/robots.txt"] = Answer(b"", 503)
    crawl()
    assert outcomes(source) == {"": "robots_unknown"}
    assert site.paths() == []


@override_settings(MAX_UPLOAD_MB=1)
def test_a_bomb_never_unfolds(site: Website, source: WebSource, crawl: Crawl) -> None:
    bomb = gzip.compress(b"<!doctype html><html>" + bytes(9 * 2**20), 1)
    site.routes["/bomb"] = Answer(bomb, headers={"Content-Encoding": "gzip"})
    site.routes["/broken"] = Answer(b"no gzip at all", headers={"Content-Encoding": "gzip"})
    site.routes["/brotli"] = Answer(b"something", headers={"Content-Encoding": "br"})
    site.page("/", "La biblioteca.", "/bomb", "/broken", "/brotli", "/loan")
    good = page(LOAN)
    site.routes["/loan"] = Answer(gzip.compress(good.body), headers={"Content-Encoding": "gzip"})
    crawl()
    assert outcomes(source) == {
        "": "taken", "bomb": "too_large", "broken": "broken", "brotli": "broken", "loan": "taken",
    }  # fmt: skip


def test_formats_are_told_by_what_is_there(site: Website, source: WebSource, crawl: Crawl) -> None:
    kinds = {
        "/really-a-page.pdf": ("text/html", page(LOAN).body),
        "/fragment.php": (
            "text/html; charset=utf-8",
            "<h2>Plazos</h2><p>Las salas se reservan con un día.</p>".encode(),
        ),
        "/latin": ("text/html; charset=utf-8", page("Las reclamaciones se presentan según el año académico.").body),
        "/notes.txt": ("text/plain", b"Horario de verano: de nueve a dos."),
        "/style.css": ("text/css", b"body { color: red }"),
        "/data.json": ("application/json", b'{"a": 1}'),
        "/photo.jpg": ("image/jpeg", b"\xff\xd8\xff\xe0" + b"\x00" * 20000),
        "/program": ("application/octet-stream", bytes(range(256)) * 100),
        "/nothing": ("text/html", b""),
    }
    for path, (kind, body) in kinds.items():
        latin = body.decode().encode("latin-1") if path == "/latin" else body
        site.routes[path] = Answer(latin, headers={"Content-Type": kind})
    site.page("/", "La biblioteca.", *kinds)
    crawl()
    assert outcomes(source) == {
        "": "taken", "really-a-page.pdf": "taken", "fragment.php": "taken", "latin": "taken", "notes.txt": "taken",
        "style.css": "format", "data.json": "format", "photo.jpg": "format", "program": "format", "nothing": "empty",
    }  # fmt: skip
    latin = Document.objects.get(url__endswith="/latin")
    assert "según el año académico" in latin.sections.get().text


def test_private_addresses_are_refused_unless_the_website_allows_them(
    site: Website, source: WebSource, crawl: Crawl
) -> None:
    site.page("/", LOAN)
    source.allow_private = False
    source.save()
    crawl()
    assert outcomes(source) == {"": "address"}
    assert site.asked == []


def test_rules_that_could_not_be_asked_for_are_asked_for_once_they_can(
    site: Website, source: WebSource, crawl: Crawl
) -> None:
    """A host that was refused, or whose name was unknown, has allowed nothing."""
    site.routes["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /secret\n", headers={"Content-Type": "text/plain"})
    site.page("/", LOAN, "/secret")
    site.page("/secret", "La alarma de la biblioteca tiene una clave.")
    WebSource.objects.update(allow_private=False)
    source.refresh_from_db()
    crawl()
    WebSource.objects.update(allow_private=True)
    source.refresh_from_db()
    crawl()
    assert outcomes(source) == {"": "taken", "secret": "robots"}
    assert "/secret" not in site.paths()


def test_a_redirect_to_a_private_address_is_not_followed(site: Website, source: WebSource, crawl: Crawl) -> None:
    """Even where its host is allowed: each hop is a visit of its own, with its address checked."""
    source.allow_private, source.seeds = False, "http://public.test/"
    source.allowed_hosts = f"public.test\n{site.url[7:]}"
    source.save()

    def redirected(request: Request, *_: object) -> fetching.Response:
        if request.url == "http://public.test/robots.txt":
            return fetching.Response(404, httpx2.Headers())
        if "public.test" in request.url:
            return fetching.Response(302, httpx2.Headers({"location": f"{site.url}/inside"}))
        return fetch(request)

    with patch.object(fetching, "fetch", redirected):
        crawl()
    assert outcomes(source) == {"": "redirect", "inside": "address"}
    assert site.asked == []


def test_a_slow_answer_ends_in_time(site: Website, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "SECONDS", 0.3)

    def drip() -> Iterator[bytes]:
        while not site.ended.wait(0.05):
            yield b" "

    site.routes["/"] = Answer(chunks=drip)
    began = time.monotonic()
    with pytest.raises(FetchError) as error:
        fetch(Request(f"{site.url}/", allow_private=True, max_bytes=2**20))
    assert error.value.reason == Reason.TIMEOUT
    assert time.monotonic() - began < 10


def test_hosts_are_shared_by_websites(source: WebSource) -> None:
    host = CrawlHost.objects.create(name="example.edu")
    assert frontier.reserve(host.pk, 30)
    assert not frontier.reserve(host.pk, 30)


def test_a_page_that_our_own_code_stumbles_over_stops_no_other(site: Website, source: WebSource, crawl: Crawl) -> None:
    def stumble(request: Request, *rest: object) -> visiting.Found:
        if request.url.endswith("/odd"):
            raise RuntimeError("a fault of ours")
        found = visit(request, *rest)  # type: ignore[arg-type]
        if request.url.endswith("/nul") and found.content:
            return replace(found, etag="a\0b")
        return found

    visit = visiting.visit
    site.page("/", "La biblioteca.", "/odd", "/nul", "/half", "/loan")
    half = "<a href='/half'>\ud800</a>".encode("utf-8", "surrogatepass")
    site.routes["/half"] = Answer(page("Media letra.").body.replace(b"Media", b"&#xD800; Media") + half)
    site.page("/odd", "Otra cosa.")
    site.page("/nul", "Otra cosa más.")
    site.page("/loan", LOAN)
    with patch.object(working, "visit", stumble):
        run = crawl()
    assert run.state == "finished"
    assert outcomes(source) == {"": "taken", "odd": "broken", "nul": "broken", "half": "taken", "loan": "taken"}
