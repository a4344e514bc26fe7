from chat.agent.answers.formats.summary import _weighed
from chat.agent.answers.passages import Quote
from chat.tests.agent.passages import passage


def test_whole_sentences_that_open_a_section_come_before_rows_headings_and_where_to_ask() -> None:
    said = [
        "La biblioteca presta libros a toda la comunidad universitaria.",
        "Las obras se devuelven en cualquier biblioteca de la universidad.",
        "[Grupo] Grado · [Obras] diez obras en préstamo cada vez",
        "Universidade de Brétema - Servicio de Biblioteca y Archivo Universitario",
        "Para más información se puede escribir a biblioteca@bretema.example.",
    ]
    section = passage("\n".join(said))
    starts = [section.section_text.index(one) for one in said]
    weighed = [_weighed(Quote(section, at, at + len(one), 1.0)) for at, one in zip(starts, said, strict=True)]
    scores = [one.score for one in weighed]
    assert scores[0] > scores[1] > max(scores[2:])
