"""Messages that need no documents: greetings, thanks, "repeat that"."""

import re

from knowledge.text.terms import fold

# A message that consists of these alone. Folded; longest first where one begins another.
SMALL_TALK = {
    "repeat": r"((podes|poderias|puedes|podrias|can you|could you) )?"
    r"(rep[ei]t(e|i|ir)(me|mo|melo|lo|o)?|repeat|say (that|it) again|((dimo|dimelo) )?(outra|otra) vez)"
    r"( (iso|isto|eso|esto|that|it|this|o anterior|lo anterior|a resposta|la respuesta|the answer))?"
    r"( (outra|otra) vez| again)?( por favor| please)?",
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
# Also more than one of a kind: "ok, perfect".
_PATTERNS = {topic: re.compile(rf"(?:{pattern})(?: (?:{pattern}))*") for topic, pattern in SMALL_TALK.items()}
_ASIDE = re.compile(r"^(ola|hola|hello|hi|hey|bos dias|buenos dias|good morning)[\s,.!]+")


def small_talk(text: str) -> str:
    """Its topic; empty for a question. A greeting before something else is courtesy, not small talk."""
    said = " ".join(re.findall(r"[^\W_]+", fold(text)))
    rest = _ASIDE.sub("", said)
    for part in (said, rest):
        for topic, pattern in _PATTERNS.items():
            if pattern.fullmatch(part):
                return topic
    return "greeting" if not rest else ""
