"""What no document of a collection can answer, however near it comes: a forecast, an amount that none of them names."""

import re
from collections.abc import Sequence, Set

from chat.agent.answers.answer_types import kinds
from chat.agent.answers.coverage import Asked
from chat.agent.answers.sentences import Candidate
from knowledge.text.terms import fold

_SOON = re.compile(
    r"(?<!por la )(?<!de la )(?<!cada )\bmanana\b|(?<!pola )\bmana\b|\b(?:hoy|hoxe|esta (?:noche|noite|semana|tarde)|"
    r"(?:este|esta) (?:fin|finde)|proxim[ao]s? (?:semana|dias|fin)|semana que (?:viene|ven)|pasado manana|"
    r"today|tonight|tomorrow|(?:this|next) (?:week|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|"
    r"right now|agora mesmo|ahora mismo|forecast|pronostico|prevision)\b"
)


def is_beyond(asked: Asked, ranked: Sequence[Candidate]) -> bool:
    """`ranked` are the best sentences of the evidence."""
    wanted = {kind.name: kind for kind in kinds(asked.text)}
    if "weather" in wanted and _SOON.search(fold(asked.text)):
        return True
    if "money" not in wanted or len(wanted) > 1:
        return False
    amounts = (one for one in ranked if wanted["money"].holds(one.read))
    return not any(_is_of_it(asked, one, wanted["money"].words_of(asked.text)) for one in amounts)


def _is_of_it(asked: Asked, said: Candidate, asking: Set[str]) -> bool:
    """Whether the amount is said of the thing that is asked about: by a word of it, and under all its names."""
    passage = said.passage
    here = asked.found_in(said.read, passage.language)
    above = asked.found_in(f"{passage.title} {passage.section} {passage.academic_year}", passage.language)
    things = {index for index, one in enumerate(asked.concepts) if one.word not in asking} - asked.names
    return not asked.missing_names(here, above) and (not things or bool(things & (here.keys() | above.keys())))
