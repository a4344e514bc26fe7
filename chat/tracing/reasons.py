"""The reasons that a trace keeps, in the language of whoever reads it.

The agent writes them in English, because a model's next attempt is told them too, and so they are kept. Here each is
recognised by its sentence; what is none of them, as what a model wrote, is shown as it is.
"""

import re
from functools import cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from chat.tracing import labels

# What a model's answer may not be.
OBJECTIONS = (
    gettext_noop("It repeats its instructions. Write the answer alone."),
    gettext_noop("It calls a tool. There are none: write the answer as text."),
    gettext_noop("No statement carries the number of a passage that says it."),
    gettext_noop("It does not speak of what is asked."),
    gettext_noop("It is not written in the language of the question (%(code)s)."),
)
# A %(reason)s within one is such a sentence itself. The first that fits counts.
SENTENCES = (
    gettext_noop("%(reason)s; read with what was said before: %(question)s"),
    gettext_noop("%(reason)s; the catalogue publishes it"),
    gettext_noop("%(reason)s; the model that reads it decides"),
    gettext_noop("%(reason)s; the classifier: %(probability)s"),
    gettext_noop("a model says so: %(reason)s"),
    # understanding
    gettext_noop("it changes what was answered before"),
    gettext_noop("the message is a %(topic)s"),
    gettext_noop("it asks for a %(intent)s about a %(subject)s, for it says “%(cue)s”"),
    gettext_noop("it asks for a %(intent)s, for it says “%(cue)s”"),
    gettext_noop("it asks for a %(intent)s about a %(subject)s"),
    gettext_noop("it asks for a %(intent)s"),
    gettext_noop("only the words that carry meaning, and what else they are called"),
    # assessment
    gettext_noop("%(sure)s of %(threshold)s that are needed"),
    gettext_noop("the message was not understood"),
    gettext_noop("the answer is made of what documents list"),
    gettext_noop("no passage says a name of the question"),
    gettext_noop("which year holds is not plain, and the years differ"),
    gettext_noop("a topic alone"),
    gettext_noop("courses differ, and none is named"),
    # policy
    gettext_noop("no rule"),
    gettext_noop("private contact of a person"),
    gettext_noop("where somebody lives"),
    gettext_noop("identity or account number of somebody"),
    gettext_noop("who was punished or failed"),
    gettext_noop("exams in advance"),
    gettext_noop("medical advice"),
    gettext_noop("somebody may be in danger"),
    gettext_noop("somebody may think of dying or of hurting themselves"),
    gettext_noop("somebody may be unwell"),
    gettext_noop("somebody may be unwell, or think of hurting themselves"),
    gettext_noop("somebody may be harassed, attacked or discriminated against"),
    gettext_noop("about a service that advises"),
    gettext_noop("about %(term)s"),
    # the critic
    gettext_noop("%(count)s sentences are said twice"),
    gettext_noop("quotations"),
    gettext_noop("nothing is said"),
    gettext_noop("not in the language asked for (%(code)s)"),
    gettext_noop("it breaks off in a sentence"),
    gettext_noop("whole sentences, none twice"),
    gettext_noop("%(asked)s with the question, %(cited)s with what it cites"),
    gettext_noop("%(good)s sentences carried, %(flagged)s not, %(withdrawn)s withdrawn"),
    gettext_noop("what it cites answers with a probability of %(probability)s"),
    gettext_noop("nothing on %(sides)s"),
    gettext_noop("%(told)s of %(asked)s days"),
    gettext_noop("%(cited)s of %(every)s statements cite what stands in the sources"),
    # verification
    gettext_noop("[%(number)s] is in no passage that was retrieved"),
    gettext_noop("[%(number)s] names no source"),
    gettext_noop("cited by the next sentence only"),
    gettext_noop("no citation"),
    gettext_noop("not in what is cited: %(missing)s"),
    gettext_noop("%(share)s of its words are in what is cited"),
    gettext_noop("in no source: %(missing)s"),
    # why a step was done without its model
    gettext_noop("its server failed a moment ago and is left alone"),
    gettext_noop("not ready within %(seconds)s s"),
    gettext_noop("nothing came for %(seconds)s s"),
    gettext_noop("the answer was empty"),
    gettext_noop("the answer only repeats itself"),
    gettext_noop("it takes one message for small talk and for a question"),
    gettext_noop("the stream ended before the answer did"),
    gettext_noop("the answer is longer than the role may write"),
    gettext_noop("the provider withheld the answer"),
    gettext_noop("the answer was stopped"),
    gettext_noop("what it says does not fit, not even the second time. %(detail)s"),
    gettext_noop("its answer was rejected. %(objections)s"),
    gettext_noop("its answer says nothing, or what nobody has said"),
    gettext_noop("its answer repeats its instructions or is in another language"),
    gettext_noop("its answer is too long, leaks its instructions or is in another language"),
    gettext_noop("its query has no words"),
    *OBJECTIONS,
)
_PLACE = re.compile(r"%\\\((\w+)\\\)s")
# Where the sentence ends in which verification found something; added up, it is left out.
_ENDS = ("”: ", "…: ")


def reason(said: str) -> str:
    for sentence, pattern in _patterns():
        if found := pattern.fullmatch(said):
            return str(_(sentence)) % {name: _value(name, value) for name, value in found.groupdict().items()}
    return said


def issue(said: str) -> str:
    """What the next attempt is told: a criterion and its reason, or a sentence and what is wrong with it."""
    for end in _ENDS if said.endswith(")") else ():
        sentence, ends, rest = said[:-1].rpartition(end)
        why, _opens, action = rest.rpartition(" (")
        if ends and why:
            return f"{sentence}{end}{reason(why)} ({labels.value('action', action)})"
    name, colon, why = said.partition(": ")
    is_of_a_criterion = colon and labels.criterion(name) != name
    return f"{labels.criterion(name)}: {reason(why)}" if is_of_a_criterion else reason(said)


def _value(name: str, value: str) -> str:
    if name == "objections":
        return _each(value)
    return reason(value) if name == "reason" else labels.value(name, value)


def _each(said: str) -> str:
    """Sentences that stand one after the other, of which only the agent's are translated."""
    for sentence in OBJECTIONS:
        pattern = re.compile(_PLACE.sub(r"(?P<\1>\\w+)", re.escape(sentence)))
        said = pattern.sub(lambda found, own=sentence: str(_(own)) % found.groupdict(), said)
    return said


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (sentence, re.compile(_PLACE.sub(r"(?P<\1>.+?)", re.escape(sentence)), re.DOTALL)) for sentence in SENTENCES
    )
