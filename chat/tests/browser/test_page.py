"""What a student does on the page, a journey for each part of it."""

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Page, expect

from chat.models import Assistant, AssistantText, Citation, Conversation, Message
from chat.tests.browser.conftest import ask
from knowledge.models import Document
from knowledge.tests.corpus import Text, add, collection

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DOCTORAL = "¿Cuántos libros puede llevarse el alumnado de doctorado?"
DEGREE = "¿Cuántos libros puede llevarse el alumnado de grado?"
LOANS = (
    "El alumnado de doctorado puede llevarse 35 libros durante 30 días.\n"
    "El alumnado de grado puede llevarse 10 libros durante 15 días."
)
EXAM = "El examen final de Álgebra vale el 50 % de la nota."


def assistant(slug: str, name: str, *documents: Document) -> Assistant:
    made = Assistant.objects.create(slug=slug, position=Assistant.objects.count())
    made.collections.add(*{document.collection for document in documents})
    AssistantText.objects.create(assistant=made, language="es", name=name)
    return made


@pytest.fixture(autouse=True)
def assistants(transactional_db: None) -> dict[str, Document]:
    where = collection("library")
    new = add(where, Text("Normas de préstamo", "Plazos", LOANS))
    fee = add(where, Text("Tarjeta", "Duplicado", "[Trámite] Duplicado de la tarjeta · [Importe] 6 euros"))
    guide = add(collection("guides"), Text("Guía", "Evaluación", EXAM), course="Álgebra", academic_year="2025-2026")
    assistant("rules", "Normativa", new, fee)
    assistant("guides", "Guías docentes", guide)
    return {"loans": new, "fee": fee, "guide": guide}


def test_the_answer_leads_and_its_sources_are_chips(page: Page, site: str, assistants: dict[str, Document]) -> None:
    Document.objects.filter(pk=assistants["loans"].pk).update(valid_until="2025-12-31")
    page.goto(site)
    answer = ask(page, DOCTORAL)
    expect(answer.locator(".answer-text")).not_to_contain_text("Información tomada")
    expect(answer.locator(".answer-outdated")).to_contain_text("Normas de préstamo")
    chip = answer.locator(".source")
    expect(chip).to_have_count(1)
    expect(chip.locator(".source-standing")).to_have_text("Ya no vigente")
    expect(chip.locator("blockquote").first).to_be_hidden()
    chip.locator("summary").click()
    expect(chip.locator("blockquote").first).to_contain_text("35 libros")
    fact = ask(page, "¿Qué importe tiene el duplicado de la tarjeta?").locator(".fact strong")
    expect(fact).to_have_text("6 €")

    page.get_by_role("button", name="Copiar").last.click()
    expect(page.locator(".action-note").last).to_have_text("Copiado.")
    plain = page.evaluate("navigator.clipboard.readText()")
    assert "*" not in plain
    assert "[1] Tarjeta" in plain
    rich = page.evaluate(
        "navigator.clipboard.read().then(([item]) => item.getType('text/html')).then((blob) => blob.text())"
    )
    assert f'href="{site}/source/' in rich


def test_every_language_of_the_sources_is_named(page: Page, site: str, assistants: dict[str, Document]) -> None:
    conversation = Conversation.objects.create(assistant=Assistant.objects.get(slug="rules"), session_key="")
    Message.objects.create(conversation=conversation, role="user", text=DOCTORAL)
    answer = Message.objects.create(
        conversation=conversation, role="assistant", status="answered", language="es", text="35 [1], 10 [2] y 6 [3]."
    )
    for number, (document, language) in enumerate(zip(assistants.values(), ("es", "gl", "en"), strict=True), 1):
        Document.objects.filter(pk=document.pk).update(language=language)
        Citation.objects.create(message=answer, number=number, document=document, title=str(document), quote="35")
    page.goto(site)
    (cookie,) = [one for one in page.context.cookies() if one["name"] == "sessionid"]
    Conversation.objects.update(session_key=SessionStore(cookie["value"])["visitor"])
    said = page.locator(".answer-language")
    page.goto(f"{site}/c/{conversation.pk}/")
    expect(said).to_have_text("Algunos de los documentos lo dicen en gallego e inglés.")
    Document.objects.filter(language="es").update(language="gl")
    page.reload()
    expect(said).to_have_text("Los documentos lo dicen en gallego e inglés.")


def test_a_conversation_is_edited_renamed_found_shared_and_in_step_in_two_tabs(page: Page, site: str) -> None:
    page.goto(site)
    ask(page, DOCTORAL)
    ask(page, "gracias")
    other = page.context.new_page()
    other.goto(page.url)
    first = page.locator(".exchange").first
    first.hover()
    first.get_by_role("button", name="Editar y preguntar de nuevo").click()
    first.locator(".question-form textarea").fill(DEGREE)
    page.keyboard.press("Enter")
    for tab in (page, other):
        expect(tab.locator(".answer:not([aria-busy])")).to_have_count(1)
        expect(tab.locator(".question-text")).to_have_text(DEGREE)
        expect(tab.locator(".answer .answer-text")).to_contain_text("10 libros")

    page.get_by_role("button", name="Cambiar el nombre").first.focus()
    page.keyboard.press("Enter")
    page.locator("#rename-dialog [name=title]").fill("Préstamos")
    page.keyboard.press("Enter")
    expect(page.locator(".conversations .conversation-title")).to_have_text("Préstamos")
    page.locator("#conversation-search").fill("helicóptero")
    expect(page.locator(".conversations li")).to_have_count(0)
    page.locator("#conversation-search").fill("10 libros")
    expect(page.locator(".conversations li")).to_have_count(1)

    page.get_by_role("button", name="Compartir").click()
    page.get_by_role("button", name="Crear enlace").click()
    expect(page.locator("[name=link]")).to_be_visible()
    link = page.locator("[name=link]").input_value()
    stranger = page.context.browser.new_context(locale="es").new_page()  # type: ignore[union-attr]
    stranger.goto(link)
    expect(stranger.locator(".answer-text")).to_contain_text("10 libros")
    page.get_by_role("button", name="Retirar todos los enlaces").click()
    expect(page.locator("#share-note")).to_have_text("Ya no funciona ningún enlace.")
    assert stranger.goto(link).status == 404  # type: ignore[union-attr]
    stranger.context.close()


def test_another_tab_has_the_new_name_and_notices_that_the_conversation_is_gone(page: Page, site: str) -> None:
    page.goto(f"{site}/a/rules/")
    ask(page, DOCTORAL)
    expect(page).to_have_title(f"{DOCTORAL} · koalarag")
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_role("button", name="Cambiar el nombre").first.focus()
    page.keyboard.press("Enter")
    page.locator("#rename-dialog [name=title]").fill("Préstamos")
    page.keyboard.press("Enter")
    for tab in (page, other):
        expect(tab.locator(".conversation-title")).to_have_text("Préstamos")
        expect(tab).to_have_title("Préstamos · koalarag")

    other.locator("#question").fill("¿Y en verano?")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Eliminar").click()
    expect(page.locator("#welcome")).to_be_visible()
    expect(other.locator("#composer-error")).to_contain_text("se eliminó en otra ventana")
    expect(other.locator("#question")).to_have_value("¿Y en verano?")
    expect(other.locator(".answer")).to_have_count(0)
    assert other.url == f"{site}/a/rules/"
    ask(other, DOCTORAL)
    assert "/c/" in other.url


def test_deleting_another_conversation_leaves_the_one_on_the_page(page: Page, site: str) -> None:
    for question in (DOCTORAL, DEGREE):
        page.goto(f"{site}/a/rules/")
        ask(page, question)
    here = page.url
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name=f"Eliminar {DOCTORAL}").click()
    expect(page.locator(".conversation-title")).to_have_text([DEGREE])
    expect(page.locator(".conversations a")).to_be_focused()
    assert page.url == here
    expect(page.locator(".answer")).to_have_count(1)


def test_a_question_finds_its_way_to_the_other_assistant_and_past_a_filter(page: Page, site: str) -> None:
    page.goto(f"{site}/a/guides/")
    answer = ask(page, DOCTORAL)
    answer.get_by_role("button", name="Preguntar a «Normativa»").click()
    expect(page.locator(".answer:not([aria-busy]) .answer-text")).to_contain_text("35 libros")
    expect(page.locator(".assistants [aria-current]")).to_have_text("Normativa")

    add(collection("guides"), Text("Guía vieja", "Aulas", "Las aulas tienen pizarra."), academic_year="2019-2020")
    page.goto(f"{site}/a/guides/")
    page.locator("[name=academic_year]").select_option("2019-2020")
    answer = ask(page, "¿Cuánto vale el examen final de Álgebra?")
    answer.get_by_role("button", name="Buscar sin: 2019-2020").click()
    expect(page.locator(".answer:not([aria-busy]) .answer-text").nth(1)).to_contain_text("50 %")
    expect(page.locator("[name=academic_year]")).to_have_value("")


def test_on_a_phone_back_closes_the_source_and_nothing_is_out_of_reach(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(site)
    for reachable in ("#question", "#send", "#filters-toggle"):
        expect(page.locator(reachable)).to_be_in_viewport(ratio=1)
    for tab in page.locator(".assistants a").all():
        expect(tab).to_be_in_viewport(ratio=1)
    expect(page.locator(".filters")).to_be_hidden()
    page.locator("#filters-toggle").click()
    expect(page.locator("#filters [name=language]")).to_be_visible()
    answer = ask(page, DOCTORAL)
    address = page.url
    answer.locator("a.cite").first.click()
    expect(page.frame_locator("#panel-frame").locator("mark")).to_contain_text("35 libros")
    page.go_back()
    expect(page.locator("#panel")).to_be_hidden()
    expect(answer.locator("a.cite").first).to_be_focused()
    assert page.url == address
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_paper_stand_question_answer_and_sources_alone(page: Page, site: str) -> None:
    page.goto(site)
    answer = ask(page, DOCTORAL)
    page.emulate_media(media="print")
    for shown in (page.locator(".question-text").last, answer.locator(".answer-text"), answer.locator(".source")):
        expect(shown).to_be_visible()
    for pressed in (".skip", ".site-header", ".drawer", ".composer", ".actions", ".question-edit", ".thread-top"):
        expect(page.locator(pressed).first).to_be_hidden()
