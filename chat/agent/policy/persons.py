"""Whom a question means: by what they are to the asker, by what they are at the university, by a name."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from chat.agent.policy.patterns import any_of, matches
from knowledge.text.terms import fold

GIVEN_NAMES = Path(__file__).with_name("given_names.txt")

RELATION = (
    r"\b(?:mi|mis|miña|mina|minas|meu|meus|my|su|sua|seu|tu|teu|tua) "
    r"(?:ex|companer\w+|compan\w*|compis?|amig\w+|novi\w+|"
    r"herman\w+|irman\w*|prim[oa]s?|vecin\w+|vecin\w*|pareja|parella|hij[oa]s?|fill[oa]s?|roommate|flatmate|classmate|"
    r"friend|brother|sister|boyfriend|girlfriend|neighbou?r|son|daughter|cousin|colleague|profesor\w*|tutor\w*|"
    r"professor|lecturer|teacher)s?\b"
)
ROLE = (
    r"\b(?:o|a|el|la|al|ao|do|da|del|the) (?:profesora?|rectora?|reitora?|decan[oa]|director\w*|president\w*|conserxe|"
    r"conserje|secretari[oa]|coordinador\w*|tutor\w*|professor|lecturer|dean|head|alumn[oa]|estudiante|estudante|"
    r"student|chico|chica|rapaz\w*|guy|girl|que se senta|que se sienta)\b"
)
ANOTHER = (
    r"\b(?:un|una|unha|outr[oa]s?|otr[oa]s?|another|other|los|las|os|as|que|cales|cuales|which|what|the) "
    r"(?:alumn\w+|estudiant\w+|estudant\w+|companer\w+|students?|classmates?)\b"
)
# Two names, or one after a word that calls for one; as written, since folding takes the capitals.
NAMED = re.compile(
    r"\b[A-ZÁÉÍÓÚÑ][a-záéíóúñü]+ (?:de |da |do |del )?[A-ZÁÉÍÓÚÑ][a-záéíóúñü]+\b|"
    r"\b(?:con|de|a|sacou?|saco|sacado|obtuvo|aprobou?|with|did|to|of) [A-ZÁÉÍÓÚÑ][a-záéíóúñü]+(?=[,.?! ]|$)"
)
# Courses, degrees and places are written with capitals too.
NO_PERSON = any_of(
    r"""
    sistemas? | operativos | computer | networks | machine | learning | bases? | datos | databases |
    intelixencia | inteligencia | artificial | ciencias? | enxenaria | ingenieria | engineering | grado |
    grao | degree | master | mestrado | facultad\w* | faculty | escuela | escola | school | universidad\w* |
    university | edificio | building | biblioteca | library | campus | servicio | servizo | oficina | office |
    unidad\w* | departamento | department | aprendizaje | aprendizaxe | automatico | redes | algebra |
    calculo | programacion | estatistica | estadistica | etica | dereito | derecho | informatica | fisica |
    quimica | matematicas | proyectos? | proxectos? | trabajo | traballo | gold | sunshine | coast | new |
    south
    """
)


def names_somebody(text: str) -> bool:
    folded = fold(text)
    return named_in_full(text) or any(matches(pattern, folded) for pattern in (RELATION, ROLE, ANOTHER))


def named_in_full(text: str) -> bool:
    return any(not matches(NO_PERSON, fold(name.group())) for name in NAMED.finditer(text))


def signals(text: str, words: Sequence[str]) -> list[str]:
    """How somebody is meant, as features; `words` are those of the text, folded."""
    folded = fold(text)
    patterns = {"a relation": RELATION, "a role": ROLE, "another": ANOTHER}
    ways = [way for way, pattern in patterns.items() if matches(pattern, folded)]
    ways += ["a name"] * named_in_full(text) + ["a given name"] * any(word in given_names() for word in words)
    return [*ways, "somebody"] if ways else []


@cache
def given_names() -> frozenset[str]:
    """Folded; that are no other word in Galician, Spanish or English."""
    return frozenset(word for line in GIVEN_NAMES.read_text().splitlines() if line[:1] != "#" for word in line.split())
