"""Crawls of a website on this machine, from the first address to the passages that are found."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from knowledge.embedding.e5 import E5
from knowledge.models import CrawledPage, CrawlRun, Document, Visibility, WebSource
from knowledge.retrieval.config import Scope
from knowledge.retrieval.search import search
from knowledge.tests.crawling.conftest import Crawl, outcomes
from knowledge.tests.crawling.website import Answer, Website, page
from knowledge.tests.ingestion import pdfs

pytestmark = pytest.mark.django_db
LOAN = "El préstamo ordinario dura quince días naturales y se renueva una sola vez."
FINES = "Cada día de retraso supone un día sin préstamo para la persona que lo devuelve tarde."


def documents(source: WebSource) -> list[str]:
    return sorted(
        url.split("/", 3)[3] for url in Document.objects.current().filter(gone_since=None).values_list("url", flat=True)
    )


def found(source: WebSource, query: str) -> list[str]:
    passages = async_to_sync(search)(query, Scope((source.collection_id,), tuple(Visibility.values)), 5)
    return [passage.text for passage in passages]


def later(source: WebSource) -> None:
    CrawledPage.objects.filter(source=source).update(due_at=timezone.now() - timedelta(days=1))


def test_pages_and_files_become_documents_that_are_found(site: Website, source: WebSource, crawl: Crawl) -> None:
    site.page("/", "La biblioteca de la universidad atiende a todo el mundo.", "/loan", "/rules", "https://e.org/x")
    site.page("/loan", LOAN, "/")
    pdf = pdfs.document([pdfs.paragraph(FINES)])
    site.routes["/rules"] = Answer(pdf, headers={"Content-Type": "application/octet-stream"})
    run = crawl()
    assert run.state == CrawlRun.State.FINISHED
    assert outcomes(source) == {"": "taken", "loan": "taken", "rules": "taken"}
    assert documents(source) == ["", "loan", "rules"]
    assert any(LOAN in text for text in found(source, "¿Cuánto dura el préstamo?"))
    document = Document.objects.get(media_type="application/pdf")
    assert (document.url, document.file_name) == (f"{site.url}/rules", "rules.pdf")
    assert str(document.source) == "Rules: library"


def test_what_did_not_change_costs_a_request_and_no_embedding(site: Website, source: WebSource, crawl: Crawl) -> None:
    def revised(asked: object) -> Answer:
        # As behind a content network: a new tag for the same bytes.
        return page(LOAN, ETag=f'"{len(site.asked)}"')

    def unmodified(asked: object) -> Answer:
        same = getattr(asked, "headers").get("If-None-Match") == '"1"'  # noqa: B009
        return Answer(status=304) if same else page(FINES, ETag='"1"')

    def stamped(asked: object) -> Answer:
        return page("Las salas se reservan con un día de antelación.", head=f"<meta name='token' content='{asked}'>")

    site.page("/", "La biblioteca de la universidad.", "/cdn", "/same", "/stamped")
    site.routes |= {"/cdn": revised, "/same": unmodified, "/stamped": stamped}
    crawl()
    chunks = sorted(Document.objects.values_list("indexed_at", flat=True))
    site.asked.clear()
    with patch.object(E5, "embed") as embed:
        crawl()
    embed.assert_not_called()
    assert sorted(site.paths()) == ["/", "/cdn", "/same", "/sitemap.xml", "/stamped"]
    assert set(outcomes(source).values()) == {"unchanged"}
    assert sorted(Document.objects.values_list("indexed_at", flat=True)) == chunks


def test_a_door_is_no_document_but_leads_on(site: Website, source: WebSource, crawl: Crawl) -> None:
    form = "<form method='post'><label>User <input></label><input type='password'></form><a href='/loan'>Loans</a>"
    site.page("/", "La biblioteca de la universidad.", "/in", "/private")
    site.routes["/in"] = Answer(f"<main><h1>Sign in</h1>{form}</main>".encode())
    site.routes["/private"] = Answer(status=302, headers={"Location": "/in?next=/private"})
    site.routes["/in?next=/private"] = site.routes["/in"]
    site.page("/loan", LOAN)
    crawl()
    assert outcomes(source) == {
        "": "taken", "in": "form", "private": "redirect", "in?next=/private": "form", "loan": "taken"
    }  # fmt: skip
    assert documents(source) == ["", "loan"]


def test_only_what_changed_is_embedded_again(site: Website, source: WebSource, crawl: Crawl) -> None:
    body = "<html><body><main><h1>Normas</h1><h2>Plazos</h2><p>{}</p><h2>Sanciones</h2><p>{}</p></main></body></html>"
    site.routes["/"] = Answer(body.format(LOAN, FINES).encode())
    crawl()
    site.routes["/"] = Answer(body.format(LOAN.replace("quince", "veinte"), FINES).encode())
    embedded: list[str] = []
    real = E5.embed
    with patch.object(E5, "embed", lambda self, texts: embedded.extend(texts) or real(self, texts)):
        crawl()
    assert len(embedded) == 1
    assert "veinte" in embedded[0]
    assert outcomes(source) == {"": "taken"}
    assert Document.objects.current().count() == 1


def test_what_vanished_is_out_of_answers_after_three_tries_and_comes_back(
    site: Website, source: WebSource, crawl: Crawl
) -> None:
    site.page("/", "La biblioteca de la universidad.", "/loan")
    site.page("/loan", LOAN)
    crawl()
    gone = site.routes.pop("/loan")
    for _try in range(2):
        crawl()
        assert any(LOAN in text for text in found(source, "¿Cuánto dura el préstamo?"))
    crawl()
    assert outcomes(source)["loan"] == "missing"
    assert CrawledPage.objects.get(url__endswith="/loan").outcome == "gone"
    assert not any(LOAN in text for text in found(source, "¿Cuánto dura el préstamo?"))
    document = Document.objects.get(url__endswith="/loan")
    assert document.gone_since is not None
    assert document.chunks.exists()
    site.routes["/loan"] = gone
    with patch.object(E5, "embed") as embed:
        crawl()
    embed.assert_not_called()
    assert any(LOAN in text for text in found(source, "¿Cuánto dura el préstamo?"))


def test_a_server_in_trouble_makes_nothing_vanish(site: Website, source: WebSource, crawl: Crawl) -> None:
    site.page("/", LOAN)
    crawl()
    site.routes["/"] = Answer(b"oops", 500)
    for _try in range(4):
        crawl()
    assert outcomes(source) == {"": "status"}
    assert Document.objects.get().gone_since is None


def test_one_text_at_several_addresses_is_one_document(site: Website, source: WebSource, crawl: Crawl) -> None:
    canonical = f'<link rel="canonical" href="{site.url}/loan">'
    site.page("/", "La biblioteca de la universidad.", "/loan", "/loan?print=1", "/copy")
    site.page("/loan", LOAN, head=canonical)
    site.page("/loan?print=1", f"{LOAN} Imprimir", head=canonical)
    site.page("/copy", LOAN)
    crawl()
    assert outcomes(source) == {"": "taken", "loan": "taken", "loan?print=1": "canonical", "copy": "same"}
    document = Document.objects.get(url=f"{site.url}/loan")
    from knowledge.crawling.documents import also_at

    assert also_at(document) == [f"{site.url}/copy", f"{site.url}/loan?print=1"]
    assert Document.objects.count() == 2


def test_a_document_lives_as_long_as_one_of_its_addresses(site: Website, source: WebSource, crawl: Crawl) -> None:
    site.page("/", "La biblioteca de la universidad.", "/loan", "/copy")
    site.page("/loan", LOAN)
    site.page("/copy", LOAN)
    crawl()
    site.routes["/loan"] = Answer(status=301, headers={"Location": "/moved"})
    site.page("/moved", LOAN)
    del site.routes["/copy"]
    for _try in range(3):
        crawl()
    document = Document.objects.exclude(url=f"{site.url}/").get()
    assert (document.url, document.gone_since) == (f"{site.url}/moved", None)
    assert outcomes(source) == {"": "unchanged", "loan": "redirect", "copy": "missing", "moved": "unchanged"}


def test_copies_that_part_become_documents_of_their_own(site: Website, source: WebSource, crawl: Crawl) -> None:
    site.page("/", "La biblioteca de la universidad.", "/loan", "/copy")
    site.page("/loan", LOAN)
    site.page("/copy", LOAN)
    crawl()
    site.page("/loan", LOAN.replace("quince", "veinte"))
    crawl()
    assert documents(source) == ["", "copy", "loan"]
    assert any("quince" in text for text in found(source, "préstamo ordinario quince días"))
    assert any("veinte" in text for text in found(source, "préstamo ordinario veinte días"))


def test_a_main_address_that_is_not_there_is_not_believed(site: Website, source: WebSource, crawl: Crawl) -> None:
    site.page("/", "La biblioteca de la universidad.", "/loan")
    site.page("/loan", LOAN, head='<link rel="canonical" href="/nowhere">')
    crawl()
    assert outcomes(source) == {"": "taken", "loan": "taken", "nowhere": "missing"}


def test_sitemaps_are_read_and_what_changed_last_comes_first(site: Website, source: WebSource, crawl: Crawl) -> None:
    def entry(path: str, day: str) -> str:
        return f"<url><loc>{site.url}{path}</loc><lastmod>{day}</lastmod></url>"

    site.page("/", "La biblioteca de la universidad.")
    site.routes["/robots.txt"] = Answer(
        f"Sitemap: {site.url}/maps.xml".encode(), headers={"Content-Type": "text/plain"}
    )
    index = f"<sitemapindex><sitemap><loc>{site.url}/all.xml</loc></sitemap></sitemapindex>"
    site.routes["/maps.xml"] = Answer(index.encode(), headers={"Content-Type": "application/xml"})
    entries = entry("/old", "2020-01-01") + entry("/new", "2026-05-01T10:00:00+02:00") + entry("/middle", "2024-03")
    site.routes["/all.xml"] = Answer(f"<urlset xmlns='http://www.sitemaps.org/'>{entries}</urlset>".encode())
    for name in ("old", "new", "middle"):
        site.page(f"/{name}", f"Página {name} de la biblioteca con su texto propio.")
    crawl()
    assert [path for path in site.paths() if path in ("/old", "/new", "/middle")] == ["/new", "/middle", "/old"]
    site.asked.clear()
    crawl(only_due=True)
    assert sorted(site.paths()) == ["/", "/all.xml", "/maps.xml", "/sitemap.xml"]
    site.asked.clear()
    site.routes["/all.xml"] = Answer(f"<urlset>{entry('/old', '2200-01-01')}</urlset>".encode())
    crawl(only_due=True)
    assert "/old" in site.paths()
    assert "/new" not in site.paths()


def test_a_dry_run_takes_nothing_in_and_leaves_the_frontier_alone(
    site: Website, source: WebSource, crawl: Crawl
) -> None:
    site.page("/", "La biblioteca de la universidad.", "/loan", "/private")
    site.page("/loan", LOAN)
    site.page("/private", FINES, head='<meta name="robots" content="noindex">')
    crawl(is_trial=True)
    assert not Document.objects.exists()
    assert outcomes(source) == {}
    assert outcomes(source, is_trial=True) == {"": "taken", "loan": "taken", "private": "noindex"}
    crawl()
    assert Document.objects.count() == 2


def test_keywords_paths_and_depth_decide_what_is_taken(site: Website, source: WebSource, crawl: Crawl) -> None:
    source.keywords, source.excluded_paths, source.max_depth = "préstamo\nnormativa", "/news/\n*?print=", 2
    source.save()
    site.page("/", "La universidad.", "/loan", "/other", "/news/1", "/loan?print=1")
    site.page("/loan", LOAN, "/deep")
    site.page("/other", "Un texto de otra cosa.", "/normativa")
    site.page("/normativa", FINES, "/deeper")
    site.page("/deep", "El depósito y el PRESTAMO entre bibliotecas.", "/deeper")
    crawl()
    assert outcomes(source) == {
        "": "keywords", "loan": "taken", "other": "keywords", "normativa": "taken", "deep": "taken",
    }  # fmt: skip


def test_a_page_is_visited_sooner_where_it_changes(site: Website, source: WebSource, crawl: Crawl) -> None:
    site.page("/", "La biblioteca de la universidad.", "/loan")
    site.page("/loan", LOAN)
    crawl()
    site.page("/loan", FINES)
    crawl()
    days = dict(CrawledPage.objects.filter(is_sitemap=False).values_list("url", "interval_days"))
    assert days == {f"{site.url}/": 4.5, f"{site.url}/loan": 1.5}


def test_a_correction_of_a_document_survives_its_next_version(site: Website, source: WebSource, crawl: Crawl) -> None:
    from knowledge.ingestion import intake

    site.page("/", LOAN)
    crawl()
    document = Document.objects.get()
    document.visibility, document.title = Visibility.STAFF, "Préstamos"
    intake.correct(document, ["visibility", "title"])
    site.page("/", FINES)
    crawl()
    document.refresh_from_db()
    assert (document.visibility, document.title) == (Visibility.STAFF, "Préstamos")


def test_what_a_page_said_before_stays_to_be_cited(site: Website, source: WebSource, crawl: Crawl) -> None:
    site.page("/", LOAN)
    crawl()
    document = Document.objects.get()
    site.page("/", LOAN.replace("quince", "treinta"))
    crawl()
    former = document.versions.get()
    assert (former.superseded_by, former.url, former.media_type) == (document, "", "text/html")
    assert "quince días" in former.sections.get().text
    assert "treinta días" in document.sections.get().text
    assert document.changes.get().former == former
    assert documents(source) == [""]
    crawl()
    assert document.versions.count() == 1
