from datetime import date

import pytest

from knowledge.ingestion.describe import describe
from knowledge.ingestion.extract import errors, formats
from knowledge.ingestion.extract.base import ExtractedDocument, Limits
from knowledge.ingestion.metadata import DocumentMetadata

LIMITS = Limits(max_pages=10, seconds=10, memory_mb=512)


def read(kind: str, source: str | bytes) -> ExtractedDocument:
    return formats.extractor(kind)(source if isinstance(source, bytes) else source.encode(), LIMITS)


def outline(document: ExtractedDocument) -> list[str]:
    return [f"{'#' * block.level} {block.text}".strip() for block in document.blocks]


MARKDOWN = """---
title: Normas de préstamo
lang: es
year: 2025/26
modified: 2025-09-10
visibility: student
categories: [Biblioteca, Préstamo]
superseded_by: nuevas.md
---
# Préstamo

El **préstamo** dura [quince días](https://example.org) y
se *renueva* una vez.

- Libros
- Revistas:
  1. de papel
  2. de otra clase

| Usuario | Libros |
| --- | --- |
| Alumno | 5 |
| Doctorando | 15 |

## Sanciones
Un día por `día`.<br>Sin multa.
"""


def test_markdown_keeps_the_words_and_drops_the_syntax() -> None:
    document = read(formats.MARKDOWN, MARKDOWN)
    assert outline(document) == [
        "# Préstamo", "El préstamo dura quince días y se renueva una vez.", "- Libros", "- Revistas:", "1. de papel",
        "2. de otra clase", "[Usuario] Alumno · [Libros] 5", "[Usuario] Doctorando · [Libros] 15", "## Sanciones",
        "Un día por día.\nSin multa.",
    ]  # fmt: skip
    metadata = document.metadata
    assert (metadata.title, metadata.academic_year, metadata.visibility) == (
        "Normas de préstamo",
        "2025-2026",
        "student",
    )
    assert (metadata.modified_on, metadata.superseded_by) == (date(2025, 9, 10), "nuevas.md")


PAGE_WITH_FRONT_MATTER = """---
title: Programa
---
<div class="row">
    <h1>FIS 214 Óptica</h1>

    <div class="card">
        <table>
            <tr><th>Prueba</th><th>Peso</th></tr>

            <tr><td>Parcial</td><td>30 %</td></tr>
        </table>
    </div>
</div>
"""


def test_a_web_page_with_front_matter_is_read_as_one() -> None:
    document = read(formats.MARKDOWN, PAGE_WITH_FRONT_MATTER)
    assert document.metadata.title == "Programa"
    assert outline(document) == ["# FIS 214 Óptica", "[Prueba] Parcial · [Peso] 30 %"]


def test_what_programs_write_after_a_heading_is_no_part_of_it() -> None:
    assert outline(read(formats.MARKDOWN, "## Evaluación {#evaluacion .ancho}\n\nDos parciales."))[0] == "## Evaluación"


@pytest.mark.parametrize(
    "front",
    [
        "visibility: nobody",
        "visibility staff",
        "- visibility: staff",
        "visibility: {{ site.readers }}",
        "a: &a [*a]\nb: {c",
    ],
)
def test_bad_front_matter_is_told(front: str) -> None:
    with pytest.raises(errors.BadMetadata):
        read(formats.MARKDOWN, f"---\n{front}\n---\nTexto")


def test_what_a_page_says_of_itself_for_another_system_is_no_reason_to_refuse_it() -> None:
    front = "published: true\nyear: first\nlang: Portuguese\nurl: /becas/\ncategories: {a: 1}\ntitle: Becas"
    document = read(formats.MARKDOWN, f"---\n{front}\n---\n# Plazos\nDel 2 al 9 de mayo.")
    assert document.metadata == DocumentMetadata(title="Becas")
    assert document.ignored == (
        "published: True", "year: first", "lang: Portuguese", "url: /becas/", "categories: {'a': 1}",
    )  # fmt: skip
    assert read(formats.MARKDOWN, "---\ntitle: {{ page.name }}\n---\nTexto").metadata == DocumentMetadata()
    assert outline(document) == ["# Plazos", "Del 2 al 9 de mayo."]


def test_lines_between_rules_that_declare_nothing_are_text() -> None:
    document = read(formats.MARKDOWN, "---\nCerrado en agosto.\n\n---\nAbierto en mayo.")
    assert outline(document)[0] == "Cerrado en agosto."


PAGE_IN_FRONT_MATTER = """---
templateKey: library
title: Biblioteca do Barrio
intro: >-
  A biblioteca empresta libros a quen teña carné.
hours-title: "Horario de verán"
hours:
  - day: { name: "Luns", open: "9:00-14:00" }
  - day: { name: "Sábado", open: "10:00-13:00" }
photo: /img/porta.jpg
---
"""


def test_a_page_that_stands_in_its_front_matter_is_read() -> None:
    document = read(formats.MARKDOWN, PAGE_IN_FRONT_MATTER)
    assert document.metadata.title == "Biblioteca do Barrio"
    assert outline(document) == [
        "A biblioteca empresta libros a quen teña carné.", "## Horario de verán",
        "- name: Luns; open: 9:00-14:00", "- name: Sábado; open: 10:00-13:00",
    ]  # fmt: skip


MIXED_PAGE = """<div class="row"><p>Tarifas del club</p></div>

### Cuotas

| Socio | Cuota |
|--- ---| --- |
| Menor | 12 € |

<table><tr><th>Día</th><th>Hora</th></tr><tr><td>Lunes</td><td>17:00</td></tr></table>
<ul><li>Martes: cerrado</li></ul>
<p>Pago por <a href="{{ site.bank }}/iban">transferencia</a>.</p>
"""


def test_markdown_and_elements_in_one_file_are_both_read() -> None:
    rows = ["[Socio] Menor · [Cuota] 12 €", "[Día] Lunes · [Hora] 17:00"]
    assert rows == [line for line in outline(read(formats.MARKDOWN, MIXED_PAGE)) if " · " in line]
    text = "Uno.\n\nDos.\n\nTres.\n\nCuatro.\n\n" + MIXED_PAGE[MIXED_PAGE.index("###") :]
    document = read(formats.MARKDOWN, text)
    assert rows == [line for line in outline(document) if " · " in line]
    assert outline(document)[-2:] == ["- Martes: cerrado", "Pago por transferencia."]


def test_what_a_generator_of_websites_fills_in_is_no_text() -> None:
    text = "{{< color red >}}Álxebra{{< /color >}} e {{<b>}}Física{{</b>}}: {{% aviso %}}luns{{% /aviso %}}, {{x}}"
    assert outline(read(formats.MARKDOWN, text)) == ["Álxebra e Física: luns, {{x}}"]


def test_front_matter_with_a_missing_quotation_mark_is_read_line_by_line() -> None:
    front = 'Title : "Praza: aberta"\nimage : "/img/praza.png\nvisibility: staff\ndate: 2025-08-28\ntags: [ "25-26" ]'
    found = read(formats.MARKDOWN, f"---\n{front}\n---\nTexto").metadata
    assert (found.title, found.visibility) == ("Praza: aberta", "staff")
    for bad in ("visibility: [staff]", "visibility: nobody", "{visibility: staff}"):
        with pytest.raises(errors.BadMetadata):
            read(formats.MARKDOWN, f'---\nimage : "/img/praza.png\n{bad}\n---\nTexto')


def test_front_matter_may_be_toml() -> None:
    front = 'title = "Normas de préstamo"\nyear = "2025-2026"\nmodified = 2025-09-10\ndraft = false\n'
    text = f"+++\n{front}+++\n# Plazos\n"
    document = read(formats.MARKDOWN, f"{text}Quince días.")
    metadata = document.metadata
    assert (metadata.title, metadata.academic_year, metadata.modified_on) == (
        "Normas de préstamo",
        "2025-2026",
        date(2025, 9, 10),
    )
    assert outline(document) == ["# Plazos", "Quince días."]


@pytest.mark.parametrize("key", ["titulo", "Título", "títol"])
def test_the_title_of_front_matter_may_be_said_in_another_language(key: str) -> None:
    front = f"{key}: 'Normas de mobilidade'\nfecha_aprobacion: '2026-04-24'"
    assert read(formats.MARKDOWN, f"---\n{front}\n---\n# Contido\nTexto").metadata.title == "Normas de mobilidade"


@pytest.mark.parametrize("front", ["title = [", "title: Normas", "a = " + "[" * 20_000, 'visibility = "nobody"'])
def test_bad_toml_is_told(front: str) -> None:
    with pytest.raises(errors.BadMetadata):
        read(formats.MARKDOWN, f"+++\n{front}\n+++\nTexto")


def test_a_rule_at_the_beginning_is_no_front_matter() -> None:
    assert outline(read(formats.MARKDOWN, "Texto\n\n---\n\nMás texto")) == ["Texto", "Más texto"]


HTML = """<!DOCTYPE html><html lang="gl-ES"><head><title>Secretaría | Universidade</title>
<meta name="course" content="Álxebra"><meta name="modified" content="2024-09-12"><meta name="published" content="soon">
<link rel="canonical" href="https://example.org/secretaria"></head><body>
<header><a href="/">Inicio</a></header><nav><ul><li>Menú</li></ul></nav>
<main class="content"><h1>Secretaría</h1><div class="breadcrumb">Inicio › Secretaría</div>
<p>Abre de <b>9:00</b>
a 14:00&nbsp;h.</p><script>alert(1)</script>
<h2>Taxas</h2><table><caption>Curso 2025</caption><thead><tr><th>Trámite</th><th>Euros</th></tr></thead>
<tr><td rowspan="2">Título</td><td>160</td></tr><tr><td>80</td></tr></table>
<ul><li>Presencial</li><li>En liña:<ul><li>con certificado</li></ul></li></ul>
<table><tr><th>Teléfono</th><td>981 000 000</td></tr><tr><th>Correo</th><td>a@example.org</td></tr></table>
<dl><dt>Despacho</dt><dd>1.16</dd></dl></main>
<footer>© 2025 <p>Última actualización: 1 de xaneiro de 2020</p></footer></body></html>"""


def test_a_part_of_a_page_without_its_frame_is_read() -> None:
    part = "<style>p { margin: 0 }</style><section><h4>Préstamo</h4><p>Tres libros.</p></section>"
    page = read(formats.HTML, f"{part}<title>Biblioteca</title>")
    assert [block.text for block in page.blocks] == ["Préstamo", "Tres libros."]
    assert page.metadata.title == "Préstamo"


def test_an_element_that_holds_next_to_nothing_is_not_the_content() -> None:
    rules = "<p>Las personas participantes deben tener más de dieciséis años en la fecha de la inscripción.</p>" * 20
    page = read(formats.HTML, f"<html><body><div><p>Bases</p>{rules}</div><article>Sube.</article></body></html>")
    assert "participantes" in " ".join(block.text for block in page.blocks)


def test_html_gives_its_content_without_the_frame() -> None:
    document = read(formats.HTML, HTML)
    assert outline(document) == [
        "# Secretaría", "Abre de 9:00 a 14:00 h.", "## Taxas", "Curso 2025", "[Trámite] Título · [Euros] 160",
        "[Trámite] Título · [Euros] 80", "- Presencial", "- En liña:", "- con certificado", "[Teléfono] 981 000 000",
        "[Correo] a@example.org", "[Despacho] 1.16", "# Secretaría", "Última actualización: 1 de xaneiro de 2020",
    ]  # fmt: skip
    metadata = document.metadata
    assert (metadata.title, metadata.language, metadata.course) == ("Secretaría", "gl", "Álxebra")
    assert (metadata.url, metadata.modified_on, metadata.published_on) == (
        "https://example.org/secretaria", date(2024, 9, 12), None,
    )  # fmt: skip
    assert metadata.publisher == "Universidade"


@pytest.mark.parametrize(
    ("head", "publisher"),
    [
        ("<title>Taxas · Biblioteca · Universidade de Vilar</title>", "Biblioteca · Universidade de Vilar"),
        ('<title>Taxas</title><meta property="og:site_name" content="Concello de Vilar">', "Concello de Vilar"),
        ("<title>Universidade de Vilar | Taxas do curso</title>", "Universidade de Vilar"),
        ("<title>Taxas</title>", ""),
    ],
)
def test_the_title_of_a_page_says_whose_it_is_beside_what_it_is(head: str, publisher: str) -> None:
    page = f"<html><head>{head}</head><body><h1>Taxas</h1><p>Unha copia custa 5 euros.</p></body></html>"
    assert read(formats.HTML, page).metadata.publisher == publisher


@pytest.mark.parametrize(
    ("footer", "kept"),
    [
        ("Última actualización: 12/09/2024", "Última actualización: 12/09/2024"),
        ("© 2024 Concello · Aviso legal · Páxina actualizada o 12 de setembro de 2024",
         "Páxina actualizada o 12 de setembro de 2024"),
        ("College, Quay Road. Handbook version 3.1, checked <b>12 September 2024</b>. <a href=/p>Privacy</a>",
         "Handbook version 3.1, checked 12 September 2024."),
    ],
)  # fmt: skip
def test_what_a_footer_says_of_the_page_is_kept_and_the_rest_dropped(footer: str, kept: str) -> None:
    page = f"<html><body><main><p>Normas de uso.</p></main><footer>{footer}</footer></body></html>"
    document = read(formats.HTML, page)
    assert document.metadata.modified_on == date(2024, 9, 12)
    assert outline(document) == ["Normas de uso.", kept]


def test_what_says_most_of_a_page_is_no_menu_whatever_its_class_says() -> None:
    links = "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in ("inicio", "fondos", "salas", "contacto"))
    hours = "<h3>Inverno</h3><table><tr><td>Luns a venres</td><td>8:30-20:00</td></tr></table><p>Pecha en agosto.</p>"
    page = (
        f"<body><p>Horario</p><div class='page__nav'><div class='page__nav__left'>{hours}</div><ul>{links}</ul></div>"
    )
    assert outline(read(formats.HTML, page)) == ["Horario", "### Inverno", "Luns a venres · 8:30-20:00",
                                                 "Pecha en agosto."]  # fmt: skip
    banner = f"<div class='cookie-bar'>{'Usamos cookies propias e de terceiros. ' * 9}</div>"
    assert outline(read(formats.HTML, f"<body>{banner}<p>Pecha en agosto.</p></body>")) == ["Pecha en agosto."]


def test_links_in_plain_divisions_are_a_menu_at_the_edges_of_a_page_alone() -> None:
    links = "".join(f'<a href="/{name}">{name}</a> | ' for name in ("Centros", "Estudos", "Prazos", "Contacto"))
    page = f"""<html><body><div>Universidade</div><div>{links}</div><h1>Horario</h1><p>De 9 a 14 h.</p>
    <p>Escolle centro:</p><div>{links}</div><h2>Impresos</h2><div>{links}</div><p>Agosto pechado.</p><div>{links}</div>
    </body></html>"""
    line = "Centros | Estudos | Prazos | Contacto |"
    assert outline(read(formats.HTML, page)) == [
        "Universidade", "# Horario", "De 9 a 14 h.", "Escolle centro:", line, "## Impresos", line, "Agosto pechado.",
    ]  # fmt: skip


def test_a_page_of_plain_divisions_loses_its_menu_and_keeps_its_lists() -> None:
    page = """<html><body><div id="wrapper"><div class="top-menu"><a href="/">Inicio</a></div>
    <ul><li><a>Inicio</a></li><li><a>Centros</a></li><li><a>Estudos</a></li><li><a>Contacto</a></li></ul>
    <div class="text"><h1>Horario</h1>
    Luns a venres<br>de 9 a 14 h<ul><li>Agosto pechado</li><li>Sábados non</li></ul></div>
    <div class="footer">Aviso legal</div></div></body></html>"""
    assert outline(read(formats.HTML, page)) == [
        "# Horario",
        "Luns a venres\nde 9 a 14 h",
        "- Agosto pechado",
        "- Sábados non",
    ]


def test_a_page_of_another_encoding_is_read() -> None:
    page = '<html><head><meta charset="iso-8859-1"></head><body><p>Información práctica</p></body></html>'
    assert outline(read(formats.HTML, page.encode("latin-1"))) == ["Información práctica"]


def test_pages_without_text_have_nothing_but_their_links() -> None:
    page = read(formats.HTML, "<html><body><nav><a href='/normas'>Menú</a></nav></body></html>")
    assert page.blocks == ()
    assert page.links is not None
    assert page.links.targets == (("/normas", "Menú"),)


TEXT = """NORMAS DE LABORATORIO
Servicio de Prevención

1. OBJETO

Estas normas se aplican a todas las personas que trabajan en los laborato-
rios docentes de química y de biología de los dos campus de la universidad.

2. Equipos

Son obligatorios:
- bata
- gafas

1. Primero se enciende la campana

2. Después se abre el gas
"""


def test_text_finds_only_headings_that_cannot_be_anything_else() -> None:
    assert outline(read(formats.TEXT, TEXT)) == [
        "######## NORMAS DE LABORATORIO", "Servicio de Prevención", "## 1. OBJETO",
        "Estas normas se aplican a todas las personas que trabajan en los laboratorios docentes de química y de"
        " biología de los dos campus de la universidad.",
        "## 2. Equipos", "Son obligatorios:", "- bata", "- gafas", "1. Primero se enciende la campana",
        "2. Después se abre el gas",
    ]  # fmt: skip


def test_what_is_counted_heads_nothing() -> None:
    text = "Historia de la radio\n\n15 créditos, nivel 4\n\n1 de septiembre de 2023\n\nSon dos horas a la semana."
    assert not any(line.startswith("##") for line in outline(read(formats.TEXT, text)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_text_of_any_common_encoding_is_read(encoding: str) -> None:
    assert outline(read(formats.TEXT, "Señal de «prueba» útil".encode(encoding))) == ["Señal de «prueba» útil"]


def test_a_letter_and_its_accent_are_one() -> None:
    text = "Secretarı\u0301a de alumnado, Matema\u0301ticas"
    assert outline(read(formats.TEXT, text)) == ["Secretaría de alumnado, Matemáticas"]


def test_invisible_characters_are_dropped_and_ligatures_opened() -> None:
    assert outline(read(formats.TEXT, "o\ufb03cial\u00a0y\u200b claro\x00\x07")) == ["official y claro"]


@pytest.mark.parametrize("kind", [formats.TEXT, formats.MARKDOWN, formats.HTML])
@pytest.mark.parametrize("hidden", ["\u202e", "\u2066", "\u200f", "\u061c", "\u200b", "\u2062", "\U000e0041", "\ufe01"])
def test_nothing_hides_within_words(kind: str, hidden: str) -> None:
    assert outline(
        read(
            kind,
            f"<p>El pla{hidden}zo{hidden} acaba.</p>" if kind == formats.HTML else f"El pla{hidden}zo{hidden} acaba.",
        )
    ) == ["El plazo acaba."]


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.txt", b"<!DOCTYPE html><html><body>a</body></html>", formats.HTML),
        ("a.html", b"<p>a</p>", formats.HTML),
        ("a.MD", b"# a", formats.MARKDOWN),
        ("a", "Señal".encode("latin-1"), formats.TEXT),
        ("a.pdf", b"<html><body>404</body></html>", formats.HTML),
        ("a.txt", "ñ".encode("utf-16"), formats.TEXT),
    ],
)
def test_the_format_is_told_by_bytes_then_name(name: str, data: bytes, kind: str) -> None:
    assert formats.media_type(name, data) == kind


@pytest.mark.parametrize(
    ("name", "data", "error"),
    [
        ("a.txt", b"", errors.Empty),
        ("a.pdf", b" \n\x00", errors.Empty),
        ("a.docx", b"PK\x03\x04\x00\x00", errors.Broken),
        ("a.pdf", b"%PD\x00\x01", errors.Broken),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(name: str, data: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        formats.media_type(name, data)


WRAPPED = """NORMAS DE PRÉSTAMO DE LOS INSTRUMENTOS DE MÚSICA Y DE LAS PARTITURAS
DE LA ORQUESTA

1. OBJETO
Estas normas ordenan el préstamo de instrumentos a quienes tocan en la
orquesta de la Escuela y a quienes estudian en ella. Las aprobó la Junta
de Escuela el 3 de mayo.
Tasa: 12 euros por cada instrumento y por cada curso completo, que se paga en la caja
Fianza: 40 euros
2.1 Los instrumentos de cuerda se piden en la conserjería de la planta
baja.
2.2 Los demás se piden en la secretaría.

BIC: ESCXES22

2. PLAZOS
El préstamo dura un curso.
"""


def test_lines_that_a_margin_broke_are_joined_and_others_are_not() -> None:
    assert outline(read(formats.TEXT, WRAPPED)) == [
        "NORMAS DE PRÉSTAMO DE LOS INSTRUMENTOS DE MÚSICA Y DE LAS PARTITURAS DE LA ORQUESTA",
        "## 1. OBJETO",
        "Estas normas ordenan el préstamo de instrumentos a quienes tocan en la orquesta de la Escuela y a quienes"
        " estudian en ella. Las aprobó la Junta de Escuela el 3 de mayo.",
        "Tasa: 12 euros por cada instrumento y por cada curso completo, que se paga en la caja",
        "Fianza: 40 euros",
        "2.1 Los instrumentos de cuerda se piden en la conserjería de la planta baja.",
        "2.2 Los demás se piden en la secretaría.",
        "BIC: ESCXES22",
        "## 2. PLAZOS",
        "El préstamo dura un curso.",
    ]


def test_long_lines_of_their_own_swallow_nothing() -> None:
    lines = [
        "El carné se pide en la secretaría de la facultad en la que se está matriculado, de lunes a viernes de mañana.",
        "Cuesta 5 euros.",
        "Quien lo pierde pide otro en el mismo lugar, con una denuncia o una declaración firmada de que se ha perdido.",
        "Se entrega en 3 días.",
    ]
    assert outline(read(formats.TEXT, "\n".join(lines))) == lines


def test_the_heads_of_pages_are_no_text() -> None:
    pages = [
        f"Escuela de Música          Guía 2024/25\nConserjería                Página {page} de 2\n\nTexto {page}."
        for page in (1, 2)
    ]
    document = read(formats.TEXT, "\n\n".join(pages))
    assert outline(document) == ["Texto 1.", "Texto 2."]
    assert document.margins[0].text == "Escuela de Música Guía 2024/25"


def test_emphasis_that_is_never_closed_is_no_text() -> None:
    text = "__**Antes da matrícula**\n\nFase inicial:** do 20 a****o 24 de xaneiro\n\n2**3 e `a ** b`. Nome: ____"
    assert [block.text for block in read(formats.MARKDOWN, text).blocks] == [
        "Antes da matrícula",
        "Fase inicial: do 20 ao 24 de xaneiro",
        "2**3 e a ** b. Nome: ____",
    ]


def test_lines_of_markdown_that_were_meant_stay_apart() -> None:
    lines = [
        "CONSERVATORIO DEL VALLE", "Jefatura de estudios", "",
        "a) una copia del carné", "b) la solicitud firmada", "",
        "**Módulo 1.** Solfeo y dictado.", "**Módulo 2.** Armonía.", "",
        "El coro ensaya los martes", "y los jueves.",
    ]  # fmt: skip
    expected = ["CONSERVATORIO DEL VALLE", "Jefatura de estudios", "a) una copia del carné", "b) la solicitud firmada"]
    expected += ["Módulo 1. Solfeo y dictado.", "Módulo 2. Armonía.", "El coro ensaya los martes y los jueves."]
    assert [block.text for block in read(formats.MARKDOWN, "\n".join(lines)).blocks] == expected


def test_lines_of_markdown_that_a_margin_broke_are_joined() -> None:
    lines = [
        "El coro ensaya los martes por la tarde en el aula grande, que está en",
        "la planta baja del edificio de la",
    ]
    lines = [
        lines[0],
        f"{lines[1]} antigua [Escuela](https://example.org)",
        "Superior de Música. Hay una prueba de voz.",
    ]
    assert [block.text for block in read(formats.MARKDOWN, "\n".join(lines)).blocks] == [
        " ".join(lines).replace("[Escuela](https://example.org)", "Escuela")
    ]


def wrapped(*lines: str) -> str:
    """Below a paragraph that shows the margin."""
    prose = (
        "La asignatura pertenece al área de estudios específicos, es de naturaleza teórico\ny práctica, y obligatoria."
    )
    return "\n".join([prose, "", *lines])


@pytest.mark.parametrize(
    "lines",
    [
        ("Se pide en la Oficina de Archivo. Plazo de entrega: 5 días hábiles en papel;", "2 días hábiles en digital."),
        ("Procede la reposición o la apelación, ante el superior, dentro de los cinco", "(5) días hábiles siguientes."),
    ],
)  # fmt: skip
def test_a_number_within_a_sentence_begins_no_item_where_the_margin_broke_it(lines: tuple[str, str]) -> None:
    assert outline(read(formats.TEXT, wrapped(*lines)))[1:] == [" ".join(lines)]


def test_items_in_brackets_stay_items() -> None:
    items = ["Para obtener el título el estudiante aporta todos los documentos que siguen", "(1) la solicitud"]
    assert outline(read(formats.TEXT, wrapped("Se aporta lo que sigue:", *items[1:], "(2) el pago")))[-2:] == [
        "(1) la solicitud", "(2) el pago",
    ]  # fmt: skip


def test_each_reference_of_a_list_of_books_is_a_line_of_its_own() -> None:
    books = [
        "Quispe Larico, D. (2018). Física para ingenieros de altura. Puno Nuevo: Fondo Editorial.",
        "Sandoval, M. (2015). Ondas y calor. Lima: Cóndor.",
    ]
    assert outline(read(formats.TEXT, wrapped(*books)))[1:] == books


def test_a_footers_statement_stands_under_the_pages_title_and_not_its_last_heading() -> None:
    footer = "<footer>Universidade. Actualizado: 7 de outubro de 2024.</footer>"
    page = f"<html><body><main><h1>Copias</h1><p>Custan.</p><h2>Erros</h2><p>Avisa.</p></main>{footer}</body></html>"
    document = read(formats.HTML, page)
    assert outline(document)[-2:] == ["# Copias", "Actualizado: 7 de outubro de 2024."]
    assert document.metadata.modified_on == date(2024, 10, 7)


def test_columns_of_one_name_are_told_apart() -> None:
    table = (
        "| Día | Primeiro | Alérxenos | Segundo | Alérxenos |\n|---|---|---|---|---|\n| Luns | Crema | 7 | Polo | – |"
    )
    assert outline(read(formats.MARKDOWN, table)) == [
        "[Día] Luns · [Primeiro] Crema · [Primeiro › Alérxenos] 7 · [Segundo] Polo · [Segundo › Alérxenos] –"
    ]
    table = "| Hora | Aula | Hora | Aula |\n|---|---|---|---|\n| 9 | A | 10 | B |"
    assert outline(read(formats.MARKDOWN, table)) == ["[Hora (1)] 9 · [Aula (1)] A · [Hora (2)] 10 · [Aula (2)] B"]


PROSE = "La directora informa de las obras del pabellón, que empiezan en julio y acaban en noviembre."


def test_lines_that_number_parts_by_one_word_are_headings() -> None:
    lines = [
        "PUNTO 1. Acta anterior", PROSE, "", "PUNTO 2. Cambios de la norma de permanencia, aprobada el 30 de",
        "mayo de 2016", "", PROSE, "", "Punto 5 de la tarde", PROSE,
    ]  # fmt: skip
    assert outline(read(formats.TEXT, "\n".join(lines))) == [
        "## PUNTO 1. Acta anterior", PROSE, f"## {lines[3]} mayo de 2016", PROSE, "Punto 5 de la tarde", PROSE,
    ]  # fmt: skip
    topics = ["Tema 1. Redes", "", "Tema 2. Grafos", "", "Tema 3. Árboles"]
    assert outline(read(formats.TEXT, "\n".join(topics))) == topics[::2]


def test_a_short_line_alone_above_text_is_a_heading_and_the_first_one_the_title() -> None:
    lines = [
        "Aviso del aparcamiento",
        "",
        PROSE,
        "",
        "Plazas reservadas",
        "",
        PROSE,
        "",
        "Tel.: 981 000 001",
        "",
        PROSE,
    ]
    document = read(formats.TEXT, "\n".join(lines))
    assert outline(document) == [
        "# Aviso del aparcamiento", PROSE, "######### Plazas reservadas", PROSE, "Tel.: 981 000 001", PROSE,
    ]  # fmt: skip
    assert describe(document, "a", "es").title == "Aviso del aparcamiento"


@pytest.mark.parametrize(
    ("first", "is_title"),
    [
        ("Historia Marítima (L2010)", True),
        ("Bases do concurso de espantallos. Entroido 2023", True),
        ("Universidade de Vilarmeán", False),  # who wrote
        ("17 de maio de 2022", False),
        ("Inicio | galego | castellano", False),
        ("Ola a todas:", False),
    ],
)
def test_a_first_line_that_stands_alone_names_the_text_whatever_follows(first: str, is_title: bool) -> None:
    document = read(formats.TEXT, f"{first}\n\n15 credits, Level 4\n\nPREMIOS\n\nTres premios de 50 euros cada un.\n")
    assert document.blocks[0].level == (1 if is_title else 0)
    assert (describe(document, "bases", "gl").title == first) is is_title


@pytest.mark.parametrize(
    ("text", "stem", "title"),
    [
        ("# Syllabus\n\nWe read poems.", "stetson-csci-221-2020", "Syllabus (stetson csci 2020)"),
        ("# Regulamento\n\nHai que falar baixo.", "regulamento", "Regulamento"),
        ("# Decreto 12/2024, de 3 de maio\n\nApróbase.", "galicia-decreto", "Decreto 12/2024, de 3 de maio"),
        ("We want to bring the world to our halls.", "halls-international-2025", "Halls international 2025"),
        ("We want to bring the world to our halls.", "0a3f9c", "We want to bring the world to our halls."),
    ],
)
def test_what_a_files_name_says_tells_titles_apart_that_many_documents_have(text: str, stem: str, title: str) -> None:
    assert describe(read(formats.MARKDOWN, text), stem, "en").title == title


def test_a_short_line_above_records_is_their_name() -> None:
    lines = [
        "HORARIOS", "", "Campus Norte", "Lunes: de 9:00 a 14:00", "Martes: de 16:00 a 20:00", "", "Campus Sur", "",
        "Lunes · 10:00 · Aula 2", "Jueves · 12:00 · Aula 3", "", "Cómo se pide", "", "1. Cubrir el formulario.",
        "2. Esperar la llamada.",
    ]  # fmt: skip
    assert [line for line in outline(read(formats.TEXT, "\n".join(lines))) if line.startswith("#")] == [
        "# HORARIOS", "######### Campus Norte", "######### Campus Sur", "######### Cómo se pide",
    ]  # fmt: skip


HOURS_BY_TEACHER = """Titorías

Iria Sobrado Vilar

Correo
  • Luns de 10:00 a 12:00
  • Xoves de 16:00 a 18:00

Anxo Feal Couto

Correo
  • Martes de 9:00 a 11:00
  • Venres de 12:00 a 14:00

Requisitos

Convén ter aprobadas as materias seguintes: Física, Química xeral, Operacións básicas e a materia de Termodinámica

Vixente

Si
"""


@pytest.mark.parametrize("kind", [formats.TEXT, formats.MARKDOWN])
def test_a_short_line_above_a_list_with_a_label_or_above_long_text_is_a_heading(kind: str) -> None:
    headings = [line for line in outline(read(kind, HOURS_BY_TEACHER)) if line.startswith("##")]
    assert headings == [f"######### {name}" for name in ("Iria Sobrado Vilar", "Anxo Feal Couto", "Requisitos")]


@pytest.mark.parametrize(("heading", "is_title"), [("Requisitos", False), ("Calendario", True)])
def test_a_short_line_above_text_names_the_document_only_by_its_kind(heading: str, is_title: bool) -> None:
    document = read(formats.MARKDOWN, f"Universidade de Vilarmeán\n\n{heading}\n\n{PROSE}\n")
    assert describe(document, "vilarmean", "gl").title.startswith(heading) is is_title


def test_short_lines_of_markdown_that_marks_its_headings_are_text() -> None:
    found = outline(read(formats.MARKDOWN, f"# Guía\n\n{HOURS_BY_TEACHER}"))
    assert [line for line in found if line.startswith("#")] == ["# Guía"]


def test_a_line_below_a_paragraph_of_markdown_makes_it_no_heading() -> None:
    text = f"Avisos\n------\n¿Quen pode pedilo?\n{PROSE} {PROSE}\n-\n{PROSE}\n"
    assert outline(read(formats.MARKDOWN, text)) == ["## Avisos", "¿Quen pode pedilo?", f"{PROSE} {PROSE}", PROSE]


def test_a_numbered_heading_in_capitals_stands_above_its_first_part() -> None:
    lines = ["2. CONTENIDOS", "2.1. LS340", "Tiene diez temas.", "", PROSE]
    assert outline(read(formats.TEXT, "\n".join(lines)))[:2] == ["## 2. CONTENIDOS", "### 2.1. LS340"]


@pytest.mark.parametrize(
    ("attributes", "numbers"),
    [
        ("start=6", ["6.", "7."]),
        ("type=a", ["a)", "b)"]),
        ("style='list-style-type: upper-roman'", ["I)", "II)"]),
        ("start=x type=?", ["1.", "2."]),
    ],
)
def test_items_of_a_page_keep_their_numbers(attributes: str, numbers: list[str]) -> None:
    found = outline(read(formats.HTML, f"<ol {attributes}><li>Ondas</li><li>Ruido</li></ol>"))
    assert [line.split()[0] for line in found] == numbers
    assert outline(read(formats.HTML, "<ol><li value=4>Ondas</li><li>Ruido</li></ol>")) == ["4. Ondas", "5. Ruido"]


def test_aligned_tables_have_years_or_names_beside_an_empty_corner_as_headers() -> None:
    text = """
                     2023/24     2024/25
Habitación doble     310 €       325 €
Habitación simple    410 €       430 €
Lavandería           12 €        14 €

Curso          2021    2022
Primero        120     118
Segundo        98      101
Tercero        80      84

               Mañana      Tarde
Lunes          Aula 1      Aula 2
Martes         Aula 3      Aula 4
Jueves         Aula 1      Aula 4
"""
    document = read(formats.TEXT, text)
    assert outline(document) == [
        "Habitación doble · [2023/24] 310 € · [2024/25] 325 €", "Habitación simple · [2023/24] 410 € · [2024/25] 430 €",
        "Lavandería · [2023/24] 12 € · [2024/25] 14 €",
        "[Curso] Primero · [2021] 120 · [2022] 118", "[Curso] Segundo · [2021] 98 · [2022] 101",
        "[Curso] Tercero · [2021] 80 · [2022] 84",
        "Lunes · [Mañana] Aula 1 · [Tarde] Aula 2", "Martes · [Mañana] Aula 3 · [Tarde] Aula 4",
        "Jueves · [Mañana] Aula 1 · [Tarde] Aula 4",
    ]  # fmt: skip
    assert describe(document, "a", "es").academic_year == ""


def test_bars_make_a_table_in_plain_text_too() -> None:
    text = """| Sala | 2025 |
|------|------|
| Norte | 40 |

+-------+--------+
| Mes   | Cuota  |
+-------+--------+
| Enero | 20 €   |
| Marzo | 25 €   |
+-------+--------+

a | b c
o más
"""
    assert outline(read(formats.TEXT, text)) == [
        "[Sala] Norte · [2025] 40", "[Mes] Enero · [Cuota] 20 €", "[Mes] Marzo · [Cuota] 25 €", "a | b c", "o más",
    ]  # fmt: skip


def _page(number: int, first: str) -> str:
    rules = "\n".join(f"{number}.{line} Los instrumentos del aula {line} se afinan cada mes." for line in range(16))
    last = "Quien los usa los deja al terminar la clase en el armario de la sala que dice"
    return f"CONSERVATORIO\ndel Valle\n{first}\n{rules}\n{last}\n\n{number}\n\n"


@pytest.mark.parametrize("kind", [formats.TEXT, formats.MARKDOWN])
def test_numbers_and_heads_between_pages_are_no_text_and_what_goes_on_is_one(kind: str) -> None:
    pages = _page(1, "Normas de uso.") + _page(2, "su etiqueta.") + _page(3, "la lista de la puerta.")
    document = read(kind, f"{pages}CONSERVATORIO\ndel Valle\nquien la cuida.\n\n4")
    text = "\n".join(block.text for block in document.blocks)
    assert text.count("CONSERVATORIO") == 1
    assert "la sala que dice su etiqueta." in text
    assert "la sala que dice la lista de la puerta." in text
    assert not {"1", "2", "3", "4"} & set(text.split("\n"))
    assert "CONSERVATORIO" in [block.text for block in document.margins]


def test_rows_that_count_up_are_no_pages() -> None:
    rows = "\n\n".join(f"{number}\n\nAula A\n\nAlumna {number}" for number in range(1, 9))
    assert [block.text for block in read(formats.TEXT, rows).blocks].count("Aula A") == 8
