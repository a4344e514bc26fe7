"""What is taken out of a trace, and what looks like it and stays."""

import pytest

from chat.tracing.redaction import Redactor, redactor

NOBODY = Redactor()

TAKEN_OUT = [
    # e-mail
    ("Escríbeme a xoan.perez@udc.gal, por favor", "Escríbeme a [e-mail], por favor"),
    ("my address is Ann-Marie+uni@mail.example.co.uk.", "my address is [e-mail]."),
    ("correo:maria_99@gmail.com", "correo:[e-mail]"),
    ("<iria@example.org>; brais@example.org", "<[e-mail]>; [e-mail]"),
    ("O'Brien <o'brien@example.ie>", "O'Brien <[e-mail]>"),
    ("son josé@correo.es", "son [e-mail]"),
    ("escribe a juan arroba correo punto com", "escribe a [e-mail]"),
    ("mail me at juan (at) correo.com", "mail me at [e-mail]"),
    ("juan[at]correo[dot]com", "[e-mail]"),
    ("mi correo: juan.perez@udc", "mi correo: [e-mail]"),
    # telephone
    ("34981167000", "[telephone]"),
    ("Chámame ao 612345678", "Chámame ao [telephone]"),
    ("Chámame ao 612 345 678.", "Chámame ao [telephone]."),
    ("Mi móvil: 612-345-678", "Mi móvil: [telephone]"),
    ("Mi móvil: 612.345.678", "Mi móvil: [telephone]"),
    ("612 34 56 78", "[telephone]"),
    ("612.34.56.78", "[telephone]"),
    ("61 23 45 67 8", "[telephone]"),
    ("6 1 2 3 4 5 6 7 8", "[telephone]"),
    ("722 123 123", "[telephone]"),
    ("+34 612 345 678", "[telephone]"),
    ("+34612345678", "[telephone]"),
    ("(+34) 612 345 678", "[telephone]"),
    ("0034 612 345 678", "[telephone]"),
    ("34 612 345 678", "[telephone]"),
    ("Fixo 981 16 70 00 ou 981167000", "Fixo [telephone] ou [telephone]"),
    ("(981) 167 000", "[telephone]"),
    ("981-167000 / 981-167001", "[telephone] / [telephone]"),
    ("91 123 45 67", "[telephone]"),
    ("881 01 12 34, ext. 4321", "[telephone], ext. 4321"),
    ("whatsapp 698765432,612345678", "whatsapp [telephone],[telephone]"),
    ("my number is +44 7911 123456", "my number is [telephone]"),
    ("tel. +351 912 345 678", "tel. [telephone]"),
    # DNI and NIE
    ("Meu DNI é 12345678Z", "Meu DNI é [identity number]"),
    ("12345678-Z", "[identity number]"),
    ("12.345.678-Z", "[identity number]"),
    ("12.345.678 Z", "[identity number]"),
    ("12 345 678 z", "[identity number]"),
    ("1.234.567-L", "[identity number]"),
    ("NIE X1234567L", "NIE [identity number]"),
    ("x-1234567-l", "[identity number]"),
    ("Y1234567X y Z1234567R", "[identity number] y [identity number]"),
    ("mi dni es 12345678A", "mi dni es [identity number]"),  # a wrong letter, but said to be one
    ("DNI: 12345678", "DNI: [identity number]"),
    ("DNI nº 12.345.678", "DNI nº [identity number]"),
    ("pasaporte AAA123456", "pasaporte [identity number]"),
    ("my passport number is XY123456", "my passport number is [identity number]"),
    # accounts
    ("ES9121000418450200051332", "[account]"),
    ("Ingresa en ES91 2100 0418 4502 0005 1332 hoxe", "Ingresa en [account] hoxe"),
    ("es91-2100-0418-4502-0005-1332", "[account]"),
    ("ES91 2100 0418 45 0200051333", "[account]"),  # mistyped, but nothing else is so long
    ("DE89 3704 0044 0532 0130 00", "[account]"),
    ("GB82WEST12345698765432", "[account]"),
    ("PT50 0002 0123 1234 5678 9015 4", "[account]"),
    ("mi cuenta es 2100 0418 45 0200051332", "mi cuenta es [account]"),
    ("conta número 2100-0418-4502-0005-1332", "conta número [account]"),
]

STAYS = [
    "¿Cuántos créditos tiene 630G02V01?",
    "A materia 614G01012 é de 6 ECTS",
    "Ley 30/2015 y Ley Orgánica 3/2018, de 5 de diciembre",
    "Real Decreto 822/2021, BOE-A-2021-15781",
    "DOG núm. 123, do 28/06/2024, páxina 34567",
    "Curso 2025-2026, 2024/25, 2025–26",
    "O 01/09/2025 ás 10:30, ou 2025-09-01T10:30:00",
    "pp. 612-634 e 700-745",
    "art. 12.3 e disposición adicional 7.ª",
    "Expediente 612345678",
    "o expediente número 612345678",
    "mi expediente es el 612345678",
    "BDNS (Identif.): 612345678",
    "nº de rexistro: 987654321",
    "documento 912345678",
    "Referencia 700123456 do 3 de maio",
    "o documento 123456789",
    "o código 500123456",
    "ISBN 978-84-9749-123-4",
    "ISBN 9788497491234",
    "ISSN 1138-1234",
    "doi:10.1016/j.cell.2020.01.001",
    "0000-0002-1825-0097",
    "Cuesta 912.345.678 € al año",
    "un orzamento de 612 345 678 euros",
    "3.456.789,12 €",
    "dixo que son 987654321 habitantes",
    "recall@10 e precision@5",
    "https://www.example.org/@koala/612345678910",
    "look at example.org for more",
    "see it at the office",
    "12345678A",  # not its check letter, and nothing says what it is
    "v1.2.3 e 192.168.1.100",
    "43.3333, -8.4100",
    "1234567890123456",
    "16 de marzo de 2020",
    "de 9 a 14 h e de 16 a 20 h, 981 prazas",
    "ES2024-0001 e ES 91",
    "LU20 e GB82 son códigos",
    "f47ac10b-58cc-4372-a567-0e02b2c3d479",
    "sha256 53aa51172d142c89d9012cce15ae4d6c",
    "conta de correo: 20 MB",
    "El DNI es necesario para matricularse en 2025",
    "Presentar DNI, 2 fotos e 12 euros",
    "prazo de 15 días, 10 libros, 35 libros e 30 días",
    "7,5 sobre 10; 0,75; 75 %",
    "15001 A Coruña, Campus de Elviña s/n",
]


@pytest.mark.parametrize(("text", "expected"), TAKEN_OUT)
def test_personal_data_is_taken_out(text: str, expected: str) -> None:
    assert NOBODY.text(text) == expected


@pytest.mark.parametrize("text", STAYS)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert NOBODY.text(text) == text


NAMES = [
    ("¿Qué nota sacó Xoán Pérez en Álgebra?", "¿Qué nota sacó [name] en Álgebra?"),
    ("que nota sacou xoan perez en algebra", "que nota sacou [name] en algebra"),
    ("QUE NOTA SACOU XOAN PEREZ EN ALGEBRA", "QUE NOTA SACOU [name] EN ALGEBRA"),
    ("What grade did Mary-Ann O'Neill get in Machine Learning?", "What grade did [name] get in Machine Learning?"),
    ("Dame la nota de María del Carmen Vázquez Souto", "Dame la nota de [name]"),
    ("Notas de Teixeira, Xulián", "Notas de [name], [name]"),
    ("O expediente de Breogán Outeiral da Silva, por favor", "O expediente de [name], por favor"),
    ("Wojciech Kowalski failed?", "[name] failed?"),
    ("nota de j. perez", "nota de j. [name]"),
    ("Did Pedro pass?", "Did [name] pass?"),
    ("¿Aprobó Lucía García o Iago?", "¿Aprobó [name] o [name]?"),
    ("Onde vive a profesora Uxía Rodríguez?", "Onde vive a profesora [name]?"),
    ("¿Qué nota sacó mi compañera de piso en Álgebra?", "¿Qué nota sacó mi compañera de piso en Álgebra?"),
    ("Que notas saqueime en Sistemas Operativos?", "Que notas saqueime en Sistemas Operativos?"),
    ("My grades in Computer Networks", "My grades in Computer Networks"),
    ("Quen suspendeu na Facultade de Informática?", "Quen suspendeu na Facultade de Informática?"),
]


@pytest.mark.parametrize(("text", "expected"), NAMES)
def test_names_go_where_a_person_is_asked_about(text: str, expected: str) -> None:
    assert redactor([text], [], [], about_a_person=True).text(text) == expected


def test_names_stay_where_nobody_is_asked_about() -> None:
    text = "¿Qué tutorías tiene Xoán Pérez?"
    assert redactor([text], [], [], about_a_person=False).text(text) == text


def test_what_documents_publish_stays_in_an_answer() -> None:
    answer = "Es sec@udc.gal, teléfono +34 981167000 [1]."
    published = ["Secretaría: sec@udc.gal, 981 16 70 00"]
    known = redactor(["¿Cuál es el correo de la secretaría?"], [answer], published, about_a_person=False)
    assert known.text(answer) == answer
    assert known.text("Es otra@udc.gal.") == "Es [e-mail]."


def test_what_the_user_wrote_goes_even_where_a_document_has_it() -> None:
    answer = "Es sec@udc.gal [1]."
    known = redactor(["Soy sec@udc.gal"], [answer], ["Secretaría: sec@udc.gal"], about_a_person=False)
    assert known.text("Soy sec@udc.gal") == "Soy [e-mail]"
    assert known.text(answer) == "Es [e-mail] [1]."


def test_every_string_of_a_value_is_looked_through() -> None:
    known = redactor(["nota de Xoán Pérez"], [], [], about_a_person=True)
    value = {"query": "nota Xoán Pérez", "terms": ("a@b.es", 3, None, {"deep": ["XOÁN PÉREZ", 0.5]})}
    assert known.plain(value) == {"query": "nota [name]", "terms": ["[e-mail]", 3, None, {"deep": ["[name]", 0.5]}]}
