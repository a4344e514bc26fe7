"""Intent and language of a question by its words."""

import re

from chat.agent.events import Question
from chat.agent.llm.embedded.entities import Entities, academic_year
from chat.agent.state import Classification, Intent
from chat.agent.trips.wishes import asks_for_a_plan
from knowledge.language import identify
from knowledge.retrieval.terms import fold

# A message that consists of these alone needs no documents. Folded; longest first where one begins another.
SMALL_TALK = {
    "repeat": r"(repite|repiteo|repetelo|podes repetilo|podes repetir|puedes repetir(lo)?|repitelo|repeat( that| it)?|"
    r"say (that|it) again|can you repeat( that)?|outra vez|otra vez|dimo outra vez)( por favor| please)?",
    "thanks": r"(moitas |muchas |mil )?(grazas|gracias)( por todo| pola axuda| por la ayuda)?|"
    r"thank(s| you)( very much| so much)?|"
    r"(moi|muy) amable|perfecto|perfect|vale|ok(ay)?|de acordo|de acuerdo|great|xenial|genial",
    "farewell": r"(adeus|adios|ata logo|hasta luego|ata manana|hasta manana|bye|goodbye|see you|chao|chau)",
    "identity": r"(quen es( ti)?|quien eres( tu)?|who are you|que es(es)?|what are you|como te chamas|como te llamas|"
    r"what is your name|que podes facer|que puedes hacer|what can you do|en que (me )?podes axudar|"
    r"en que (me )?puedes ayudar|how can you help( me)?)",
    "greeting": r"(ola|hola|hello|hi|hey|bos dias|boas|boas tardes|boas noites|buenos dias|buenas|buenas tardes|"
    r"buenas noches|good (morning|afternoon|evening)|que tal( estas)?|how are you)",
}
_PATTERNS = {topic: re.compile(pattern) for topic, pattern in SMALL_TALK.items()}
_ASIDE = re.compile(r"^(ola|hola|hello|hi|hey|bos dias|buenos dias|good morning)[\s,.!]+")

COMPARISON = re.compile(
    r"\b(compara\w*|comparison|compare\w*|diferenz?as?|diferencias?|differences?|differ|versus|vs|"
    r"en que se (diferencia|distingue)n?)\b"
)
# "Where is it hotter, in Perth or in Melbourne?"
CHOICE = re.compile(
    r"\b(mas|mais|menos|mejor|mellor|peor|mayor|maior|menor|more|less|better|worse|[a-z]{3,}er)\b"
    r".*,[^,]*\s(o|ou|or)\s[^,]*$"
)
SUMMARY = re.compile(
    r"\b(resum\w+|resumo|resumen|sintese|sintesis|summar\w+|overview|panoramica|puntos principales|"
    r"puntos principais|main points|key points|explicame todo|en liñas xerais|en lineas generales)\b"
)


def classify(question: Question, *, plans_trips: bool = False) -> Classification:
    language = question.language or identify(question.text, likely=question.interface_language)
    words = " ".join(re.findall(r"[^\W_]+", fold(question.text)))
    topic = _small_talk(words)
    if topic:
        return Classification("general", language, f"the message is a {topic}", 0.95, topic=topic)
    intent: Intent = "search"
    if COMPARISON.search(words) or CHOICE.search(fold(question.text)):
        intent = "comparison"
    elif SUMMARY.search(words):
        intent = "summary"
    elif plans_trips and asks_for_a_plan(question):
        intent = "itinerary"
    return Classification(
        intent, language, f"it asks for a {intent}", 0.8, entities=Entities(academic_year=academic_year(question.text))
    )


def _small_talk(words: str) -> str:
    """A greeting before something else is courtesy, not small talk."""
    rest = _ASIDE.sub("", words)
    for text in (words, rest):
        for topic, pattern in _PATTERNS.items():
            if pattern.fullmatch(text):
                return topic
    return "greeting" if not rest else ""
