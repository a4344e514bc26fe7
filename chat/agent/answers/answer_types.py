"""What kinds of thing a question asks for, and whether a sentence holds one."""

import re
from dataclasses import dataclass
from functools import lru_cache

from knowledge.text.terms import fold

_MONTHS = (
    "xaneiro|febreiro|marzo|abril|maio|xuno|xullo|agosto|setembro|outubro|novembro|decembro|enero|febrero|mayo|junio|"
    "julio|septiembre|octubre|noviembre|diciembre|january|february|march|april|may|june|july|august|september|october|"
    "november|december"
)
_WORDS = (
    "un|unha|una|uno|dous|duas|dos|tres|catro|cuatro|cinco|seis|sete|siete|oito|ocho|nove|nueve|dez|diez|once|doce|"
    "quince|dieciseis|dezaseis|vinte|veinte|treinta|trinta|one|two|three|four|five|six|seven|eight|nine|ten|twelve|"
    "fifteen|twenty|thirty|half|medio|media"
)
_NUMBER = rf"\d|\b({_WORDS})\b"
_SPAN = (
    r"minut\w*|hor[ao]s?|hours?|h|min|dias?|days?|semanas?|weeks?|mes|meses|months?|anos?|years?|cursos?|cuadrimestres?|"
    r"semestres?|semesters?|trimestres?"
)
_DURATION = rf"(?:\d|\b(?:{_WORDS})\b)[^.;:]{{0,25}}?\b({_SPAN})\b|\b(ata|hasta|until)\b"
_DATE = (
    rf"\b\d{{1,2}}[/.-]\d{{1,2}}[/.-]\d{{2,4}}\b|\b({_MONTHS})\b|\b(dias?|mes(es)?|semanas?|anos?|days?|weeks?|months?|"
    r"years?|luns|martes|mercores|xoves|venres|lunes|miercoles|jueves|viernes|monday|tuesday|wednesday|thursday|friday)\b"
)
_TIME = r"\b\d{1,2}[:.]\d{2}(?!\d)|\b\d{1,2} ?(h|horas|am|pm)\b"
_WARMTH = r"\d ?(°|grados|graos|degrees)"
_CLIMATE = (
    r"\b(temperatur\w*|clima\w*|calor\w*|calid\w*|frio|fria|templad\w*|lluvi\w*|chuvi?\w*|llueve|chove|rain\w*|sol|soleado|"
    r"sunny|warm\w*|hot|cold|mild|verano|veran|invierno|inverno|summer|winter|primavera|otoñ?no|spring|autumn|humed\w*)\b"
)
# No name of a person begins with these.
_OTHER_NAMES = (
    r"The|An?|O|As?|Os|El|La|Los|Las|En|In|Un|Una|Unha|Para|Por|For|Universi\w+|Facul\w+|Gra[do]+u?\w*|M[aeá]st\w+|"
    r"Esc[uo]\w+|Servi\w+|Oficina|Vi[cz]\w+|Departa\w+|Centr\w+|School|Office|Course|Bachelor|Campus"
)
_NAME = (
    rf"\b(?!(?:{_OTHER_NAMES})\b)[A-ZÁÉÍÓÚÑ][a-záéíóúñü]+(?: (?:de|da|do|del|dos|la))?"
    r"(?: [A-ZÁÉÍÓÚÑ][a-záéíóúñü]+)+"
)
_BODY = (
    r"\b(comisi\w+|comite|committee|direccion|direction|rect\w+|reit\w+|decan\w+|dean|direct\w+|secretar\w+|coordina\w+|"
    r"servi[zc]\w+|office|oficina|consell?o|consejo|council|tribunal|board|departament\w+|profesor\w*|supervisor\w*|"
    r"estud[ai]\w+|persoas?|personas?|students?|alumn\w+|quen|quien\w*|those|anyone|calquera|cualquier\w*)\b"
)
_CONTACT = r"\S+@\S+|\b\d{3} ?\d{3} ?\d{3}\b|\b(despacho|office|room)\b"
_MAIL = r"\S+@\S+"
_PLACE = (
    r"\b(edificio|building|planta|andar|piso|floor|aula|room|sala|despacho|office|campus|sede|portal|secretaria|rua|"
    r"calle|street|avenida|praza|plaza|biblioteca|library|laboratori\w*|mostrador|desk|conserx?j?eria|aplicacion|"
    r"application|website|web|virtual|carretera|norte|sur|north|south|cerca|near|junto|fronte|frente)\b|\S+@\S+|https?:"
)
_MONEY = (
    r"\d ?(€|euros?|dolar\w*|\$|centimos?|cents?)|\$ ?\d|€ ?\d|\b(gratis|gratuit\w*|de balde|free|exent\w*|sin coste|"
    r"sen custo)\b|\d %|\d+[.,]\d{2}\b"
)
_PERCENT = r"\d ?%|\bpor cen\w+\b|\bper ?cent\b|\b\d+(?:[.,]\d+)? (?:puntos|points)\b"
_MAY = (
    r"\b(pode\w*|pued\w*|podra\w*|poder\w*|permit\w*|permis\w*|autoriz\w*|prohib\w*|admit\w*|accept\w*|acept\w*|may|can|"
    r"cannot|must|allow\w*|forbidden|never|nunca|obrigator\w*|obligator\w*|hai que|hay que|necesari\w*|necesit\w*|"
    r"precis\w+|need\w*|requir\w*|compulsor\w*|debe\w*|dereito|derecho|right to|only if|solo|so|si|yes|no|non|not|"
    r"without|sin|sen|exig\w*)\b"
)
_WHY = (
    r"\b(porque|debido|because|since|so that|para (?:que|non|no)|por (?:ser|estar|mor)|razon\w*|motiv\w*|reason\w*)\b"
)

_MODAL = (
    r"^(?:\W*(?:e|y|and|si|if)?\W*)(?:se\s+)?(?:puedo|podo|puede|pode|pueden|podes|podemos|se puede|podese|es posible|"
    r"e posible|can|may|am i|is it|are|do i|does|do|is there|is|hay que|hai que|tengo que|teno que|debo|es obligatorio|"
    r"e obrigatorio|necesito|preciso|esta permitido)\b|\b(?:puedo|podo|se puede[n]?|podese|may i|can i|am i allowed|"
    r"do i (?:need|have))\b"
)
# A sentence without the kind of thing that is asked for keeps so much of its score; more where that is hard to tell.
SURE = 0.7


@dataclass(frozen=True)
class Kind:
    name: str
    asked: re.Pattern[str]
    answer: re.Pattern[str]
    folded: bool = True
    """names are told by their capitals, all else without accents and case"""
    weaker: re.Pattern[str] | None = None
    """what is half an answer"""
    missing: float = SURE
    """what is left of the score of a sentence that holds nothing of the kind"""

    def words_of(self, question: str) -> frozenset[str]:
        """Those of the question, folded, that ask for this kind and say nothing else."""
        return frozenset(word for found in self.asked.finditer(fold(question)) for word in found[0].split())

    def holds(self, text: str) -> bool:
        return self.share(text) == 1.0

    def share(self, text: str) -> float:
        """1 for a text that holds one, `missing` for one that does not, between them for half an answer."""
        plain = fold(text)
        if self.answer.search(plain if self.folded else text):
            return 1.0
        half = self.weaker is not None and self.weaker.search(plain)
        return (1 + self.missing) / 2 if half else self.missing


def _kind(name: str, asked: str, answer: str, **options: object) -> Kind:
    return Kind(name, re.compile(asked), re.compile(answer), **options)  # type: ignore[arg-type]


_COUNT = r"\b(?:cuant[oa]s?|cant[oa]s?|how many|how much|number of|numero de)\b"

# In the order in which a question is looked through: what one has found is not looked at by the next.
KINDS: tuple[Kind, ...] = (
    _kind(
        "time",
        r"\b(horarios?|(?:a|ata|hasta|entre|desde|de) que horas?|(?:opening|office) (?:hours|times)|what time|"
        r"timetable|tutorias?|titorias?|abre\w*|cierra\w*|pecha\w*|opens?|closes?)\b",
        _TIME,
    ),
    _kind(
        "duration",
        r"\b(cuanto tiempo|canto tempo|how long|cu?anto (?:tarda|dura)\w*|cu?antos (?:dias|meses|anos|minutos)|"
        r"cu?antas (?:horas|semanas)|how many (?:days|weeks|months|years|hours|minutes))\b",
        _DURATION,
        weaker=re.compile(_NUMBER),
    ),
    _kind(
        "percentage",
        r"\b(?:cuanto|canto) (?:vale|valia|pesa|conta|cuenta|puntua)\w*\b|\b(porcentaxe|porcentaje|percentage|peso|"
        r"weight|ponderacion)\b|\bhow much (?:is|does|do|did|was)\b(?=.*\b(?:worth|count|weigh)\b)",
        _PERCENT,
        weaker=re.compile(_NUMBER),
    ),
    _kind(
        "money",
        r"\bcu?anto (?:cuesta|custa|costa|ha[iy] que pagar|se paga|pagase|paga|pago|te[nñ]g?o que pagar)\w*\b|"
        r"\b(precios?|prezos?|price|fees?|tasas?|taxas?|coste|custo|cuesta|custa|costs?|fare|importe|pagar|pay|"
        r"multa|fine|deposit|fianza|descuento|desconto|discount|salario|salary|earn)\b|\bhow much (?:is|are|money)\b",
        _MONEY,
        weaker=re.compile(_NUMBER),
    ),
    _kind(
        "weather",
        r"\b(clima|weather|climate|temperatur\w*|calor|frio|hot(?:ter)?|warm(?:er)?|cold(?:er)?|tempo (?:fai|vai|hai)|"
        r"tiempo (?:hace|hara|hay)|lluev\w*|llov\w*|chov\w*|rains?)\b",
        _WARMTH,
        weaker=re.compile(_CLIMATE),
    ),
    _kind(
        "when", r"\b(cuando|cando|when|fechas?|datas?|prazos?|plazos?|deadlines?|que dias?|what day|which day)\b", _DATE
    ),
    _kind("mail", r"\b(correo|email|e-mail|direccion de correo|which address|what address)\b", _MAIL),
    _kind("contact", r"\b(contact\w*|despacho|office|telefono|phone)\b", _CONTACT),
    _kind(
        "who",
        r"\b(quien(?:es)?|quen|who|whom|whose)\b",
        _NAME,
        folded=False,
        weaker=re.compile(_BODY),
        missing=0.5,
    ),
    _kind("role", r"\b(profesor\w*|professor|lecturers?|coordina\w*)\b", _NAME, folded=False, weaker=re.compile(_BODY)),
    _kind("number", _COUNT + r"|\b(dura|credit\w*|minim\w*|maxim\w*|nota|mark|grade|cut-off)\b", _NUMBER),
    _kind("where", r"\b(donde|onde|where)\b", _PLACE, missing=0.85),
    _kind("why", r"\b(por que|why|para que sirve)\b", _WHY, missing=0.9),
    _kind("may", _MODAL, _MAY, missing=0.85),
)
# Hard to tell, and so only asked for where nothing else is.
_SOFT = frozenset({"may", "number", "role"})


@lru_cache(maxsize=512)
def kinds(question: str) -> tuple[Kind, ...]:
    """Those that are asked for, the most telling first; none where the question asks for no such kind."""
    rest = fold(question)
    found = []
    for kind in KINDS:
        if kind.asked.search(rest):
            found.append(kind)
            rest = kind.asked.sub(" ", rest)
    hard = [kind for kind in found if kind.name not in _SOFT]
    return tuple(hard or [kind for kind in found if kind.name != "may" or len(found) == 1])


def holds_answer(question: str, sentence: str) -> bool | None:
    """Whether the sentence holds something of a kind that the question asks for; None where it asks for none."""
    wanted = [kind for kind in kinds(question) if kind.missing <= SURE]
    return any(kind.share(sentence) > kind.missing for kind in wanted) if wanted else None
