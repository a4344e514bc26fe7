"""What robots.txt says holds from the moment that it can be read; until then nothing of its host is fetched."""

from datetime import timedelta

import httpx2
import pytest
from django.utils import timezone

from knowledge.crawling import fetching, network, robots, working
from knowledge.models import CrawledPage, RobotsFile, WebSource
from knowledge.tests.crawling.conftest import Crawl, outcomes
from knowledge.tests.crawling.website import Answer, Route, Website

pytestmark = pytest.mark.django_db
PLAIN = {"Content-Type": "text/plain"}
RULES = Answer(b"User-agent: *\nDisallow: /private/\n", headers=PLAIN)
OBEYED = {"": "taken", "private/secret": "robots"}


@pytest.fixture
def home(site: Website) -> Website:
    site.page("/", "La biblioteca de la universidad.", "/private/secret")
    site.page("/private/secret", "Las claves de acceso a la sala de reserva.")
    site.routes["/robots.txt"] = RULES
    return site


def asked_for_rules(site: Website) -> int:
    return sum(asked.path == "/robots.txt" for asked in site.asked)


def age(**older: float) -> None:
    RobotsFile.objects.update(fetched_at=timezone.now() - timedelta(**older))


def to(target: str) -> Answer:
    return Answer(status=302, headers={"Location": target})


def test_rules_are_fetched_once_a_private_host_may_be_reached(home: Website, source: WebSource, crawl: Crawl) -> None:
    source.allow_private = False
    source.save()
    crawl()
    assert (outcomes(source), home.asked) == ({"": "address"}, [])
    source.allow_private = True
    source.save()
    crawl()
    assert home.asked[0].path == "/robots.txt"
    assert outcomes(source) == OBEYED
    assert "/private/secret" not in home.paths()
    assert CrawledPage.objects.get(is_sitemap=True).outcome == "read"


def test_a_host_whose_name_was_unknown_is_asked_for_its_rules_once_it_is_known(
    home: Website, source: WebSource, crawl: Crawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unknown(host: str, *rest: object) -> list[str]:
        raise network.NameUnknown(host)

    with monkeypatch.context() as patched:
        patched.setattr(network, "resolve", unknown)
        crawl()
    assert (outcomes(source), home.asked) == ({"": "unknown_host"}, [])
    crawl()
    assert outcomes(source) == OBEYED


@pytest.mark.parametrize(
    "failure",
    [
        Answer(b"", 500),
        Answer(b"", 503),
        Answer(b"no gzip at all", headers={"Content-Encoding": "gzip"}),
        Answer(b"something", headers={"Content-Encoding": "br"}),
        to("/robots.txt"),
        to("javascript:alert(1)"),
        Answer(status=304),
    ],
    ids=["500", "503", "broken gzip", "unknown encoding", "redirects in a circle", "redirect to nowhere", "304"],
)
def test_nothing_is_fetched_until_rules_that_failed_were_read(
    home: Website, source: WebSource, crawl: Crawl, failure: Answer
) -> None:
    home.routes["/robots.txt"] = failure
    crawl()
    assert outcomes(source) == {"": "robots_unknown"}
    assert set(home.paths()) <= {"/robots.txt"}
    home.routes["/robots.txt"] = RULES
    age(minutes=2)
    crawl()
    assert outcomes(source) == OBEYED


def test_rules_that_redirect_to_a_private_address_are_not_read(
    home: Website, source: WebSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = fetching.fetch

    def redirected(request: fetching.Request, *rest: object) -> fetching.Response:
        if "public.test" in request.url:
            return fetching.Response(302, httpx2.Headers({"location": f"{home.url}/robots.txt"}))
        return real(request)

    monkeypatch.setattr(fetching, "fetch", redirected)
    status, _text = working._robots("http://public.test", False, 0)  # type: ignore[misc]
    assert status == 0
    assert not robots.allows(robots.save("http://public.test", status, ""), "http://public.test/")
    assert home.asked == []


def test_rules_are_read_again_after_a_day_and_as_they_are_then(home: Website, source: WebSource, crawl: Crawl) -> None:
    home.routes["/robots.txt"] = Answer(status=404)
    crawl()
    assert outcomes(source) == {"": "taken", "private/secret": "taken"}
    home.routes["/robots.txt"] = RULES
    age(hours=23)
    crawl()
    assert asked_for_rules(home) == 1
    age(hours=25)
    home.asked.clear()
    crawl()
    assert asked_for_rules(home) == 1
    assert outcomes(source) == {"": "unchanged", "private/secret": "robots"}
    age(hours=25)
    home.routes["/robots.txt"] = Answer(b"", 503)
    home.asked.clear()
    crawl()
    assert home.paths() == []


def test_long_rules_hold_as_far_as_they_are_read(
    home: Website, source: WebSource, crawl: Crawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robots, "MAX_BYTES", len(RULES.body) + len(b"Disallow: /"))
    home.routes["/robots.txt"] = Answer(RULES.body + b"Disallow: /something-else\n", headers=PLAIN)
    crawl()
    assert outcomes(source) == OBEYED


def test_rules_with_characters_that_are_not_stored_hold(home: Website, source: WebSource, crawl: Crawl) -> None:
    home.routes["/robots.txt"] = Answer(b"# \0\n" + RULES.body, headers=PLAIN)
    crawl()
    assert outcomes(source) == OBEYED


def test_sitemaps_that_known_rules_name_are_read_by_every_run(home: Website, source: WebSource, crawl: Crawl) -> None:
    """Those of a dry run, or of another website, are not in the frontier of this one."""
    home.routes["/robots.txt"] = Answer(RULES.body + f"Sitemap: {home.url}/maps.xml\n".encode(), headers=PLAIN)
    entry = f"<urlset><url><loc>{home.url}/loan</loc></url></urlset>"
    home.routes["/maps.xml"] = Answer(entry.encode(), headers={"Content-Type": "application/xml"})
    home.page("/loan", "El préstamo ordinario dura quince días naturales.")
    crawl(is_trial=True)
    crawl()
    assert asked_for_rules(home) == 1
    assert outcomes(source) == OBEYED | {"loan": "taken"}


def test_a_sitemap_that_was_a_page_for_a_while_is_read_again(home: Website, source: WebSource, crawl: Crawl) -> None:
    sitemap: Route = Answer(f"<urlset><url><loc>{home.url}/loan</loc></url></urlset>".encode())
    home.page("/sitemap.xml", "La web está en mantenimiento.")
    home.page("/loan", "El préstamo ordinario dura quince días naturales.")
    crawl()
    crawl()
    assert outcomes(source)["sitemap.xml"] == "unchanged"
    home.routes["/sitemap.xml"] = sitemap
    crawl()
    assert outcomes(source)["loan"] == "taken"
