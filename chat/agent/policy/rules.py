"""What is refused, as words that must come together. Patterns are matched on folded text, in three languages.

A rule applies where every one of its `needs` is found and its `unless` is not.
"""

from dataclasses import dataclass

from chat.agent.policy.patterns import any_of, matches
from chat.agent.policy.persons import RELATION, names_somebody
from knowledge.text.terms import fold

# Everybody and nobody: what is asked of them is asked of the rules.
ANYBODY = (
    r"\b(?:un|una|unha|a|an) (?:persona|persoa|graduad\w+|titulad\w+|egresad\w+|becari\w+|bolseir\w+|graduate|engineer|"
    r"researcher|fellow)\b"
)
NUMBERS_OF_RULES = (
    r"\bnotas? de corte\b|\bnotas? minim\w+|\bnota media\b|\bcut.?off\b|\bminimum (?:grade|mark)|\bque nota (?:se )?"
    r"(?:necesit|precis|hai que|hay que|pide)|\b(?:se|is|are) (?:calcul|comput)|\breclam|\brevis|\bappeal|\breview|"
    r"\bpublica|\bpublish|\bhow (?:is|are)\b|\bporcentaxe\b|\bporcentaje\b|\bpercentage\b|\brates?\b|"
    r"\b(?:conta|cuenta|count)s?\b|"
    r"\bpeso\b|\bweight\b|\bneed\b|\bpide\b|\bexige|\brequire|\bportal\b|\baparece|\bcuando\b|\bcando\b|\bwhen\b"
)

MARK = any_of(
    r"""
    notas? | calificacion(?:es)? | cualificacions? | grades? | marks? | expedientes? | transcripts? |
    records? | sacad[oa] | sacou? | saco | suspens\w+ | suspend\w+ | aprob(?:o|ou|ado) | pass(?:ed)? |
    fail(?:ed)? | finished (?:his|her|their|the) degree | asistencia | attendance
    """
)
MY_RECORD = (
    r"\b(?:mi|mis|mina|minas|my) (?:nota|notas|calificacion\w*|cualificacion\w*|grades?|marks?|expediente|transcript)\b"
    r".*\b(?:en|de|in|do|da|for)\b|\b(?:he aprobado|aprobei|did i pass|have i passed)\b"
)
PUNISHED = any_of(
    r"""
    sancion\w* | expuls\w* | expel\w* | plagi\w* | plaxi\w* | copi(?:aron|ou|o) | suspens\w+ | suspend\w+ |
    repet\w+ | fail\w* | caught
    """
)
WHO = any_of(
    r"""
    que (?:alumn|estudiant|estudant)\w+ | (?:which|what) students? | (?:cales|cuales) (?:alumn|estud)\w+ |
    list\w* de | list of | nom[be]r?[es]*s? | nomes | names?
    """
)
CONTACT = any_of(
    r"""
    telefono | movil | mobil | whatsapp | direccion | enderezo | domicilio | correo | e-?mail | phone |
    mobile | address | number | numero | instagram
    """
)
PRIVATE = any_of(
    r"""
    personal(?:es)? | persoal | persoais | particular | privad[oa] | private | home | casa | her | his |
    movil | mobil | mobile | whatsapp | instagram
    """
)
LIVES = (
    r"\b(?:donde|onde|where|que (?:calle|rua|piso|barrio)|what street|which street)\b.*\b(?:vive|mora|lives)\b|"
    r"\bwhere does .* live\b|\bdomicilio\b"
)
IDENTITY = any_of(
    r"""
    dnis? | nifs? | nies? | pasaporte | passport | iban | (?:conta|cuenta) bancaria | bank account |
    numero de conta | numero de cuenta
    """
)
PAY = any_of(
    r"""
    cobra | gana | gañ[ae] | salari\w* | sueldo | soldo | nomina | earns? | salary | payslip | paid
    """
)
HEALTH = any_of(
    r"""
    enfermedad | enfermidade | doenza | illness | disease | diagnos\w+ | de baja | de baixa | sick leave |
    tratamiento | tratamento | treatment | discapacidad\w* | disabilit\w+ | disabled | embarazad[oa] |
    pregnant | historial medico | historial clinico | medical record | (?:saude|salud) (?:de|do|da|del) |
    depresion | depression | alerxi\w+
    """
)
LIFE = any_of(
    r"""
    casad[oa] | solteir[oa] | solter[oa] | divorciad[oa] | married | single | religion | vota | ideoloxia |
    (?:cantos|cuantos) anos (?:ten|tiene) | how old | novi[oa] | pareja | parella
    """
)
WHEREABOUTS = (
    r"\b(?:en que (?:grupo|clase|aula|residencia)|a que hora sale|which (?:group|class)|"
    r"what time does .* (?:leave|finish)|horario)\b"
)
EXAM = r"\b(?:examen|exame|exam|parcial|test|proba|prueba)\w*"
CONTENTS = any_of(
    r"""
    respuestas | respostas | soluciones | solucions | preguntas | enunciados? | answers | solutions |
    questions | copia | copy | pasas? | pasame | dame | consigue\w* | get me | send me | give me
    """
)
BEFORE = any_of(r"antes | before | adelant\w+ | adiant\w+ | in advance | filtr\w+ | leak\w*")
FORGERY = any_of(r"copiar | falsific\w+ | suplantar | cheat\w* | forge\w* | amanar | trampas?")
PAPERS = any_of(
    r"""
    examen | exame | exam | nota | acta | certificad\w+ | certificate | grade | firma | signature
    """
)
MEDICINE = any_of(
    r"""
    medicament\w+ | medicinas | pastillas? | antidepresiv\w+ | ansiolitic\w+ | antibiotic\w+ | pills? |
    medicines? | medication | antidepressants? | ibuprofen\w* | paracetamol | dose | dosis
    """
)
SYMPTOM = any_of(
    r"""
    bulto | vulto | lump | me duele | doeme | dolor | dor | pain | hurts | fiebre | febre | fever |
    sintomas? | symptoms? | mareos? | taquicardia
    """
)
WORRY = any_of(
    r"""
    sera | es grave | e grave | is it | que tomo | que hago | que fago | what should i | cancer | cancro |
    que tengo | que teno | diagnostic\w*
    """
)
LAWSUIT = any_of(
    r"""
    demand(?:o|ar|arlo|arla|alo|ala|alos) | denunci(?:o|ar|arlo|arla) | sue | querella | abogad[oa] |
    avogad[oa] | lawyer | reclamarlle legalmente | herencia | herdanza | divorci\w+ | divorce
    """
)
MONEY = any_of(
    r"""
    acciones | accions | shares | stocks? | bitcoin | criptomoneda\w* | crypto\w* | hipoteca | mortgage |
    invert\w+ | investir | invest(?:ing|ment)?s? | fondos? de inversion | declar\w+ .*(?:renta|renda) |
    hacienda | facenda | taxes
    """
)


@dataclass(frozen=True)
class Rule:
    name: str
    reason: str
    needs: tuple[str, ...]
    unless: str = ""
    about_somebody: bool = False
    """whether somebody in particular must be meant"""


_STUDY = (
    r"\b(?:facultad|facultade|grado|grao|degree|asignatura|materia|biblioteca|servicio|servizo|matricula|"
    r"tasas?|taxas)\b"
)
_IF_CAUGHT = r"\b(?:si|se|if)\b.*\b(?:pillan|collen|catch|caught)\b|\bsancion|\bconsecuencia|\bpenalt"
_PROTECTION = r"\bdatos persona|\bpersonal data|protecc"
_HOW_MUCH = r"\b(?:cuanto|canto|how much|que|what|cal|cual|nomina|salary)\b"

RULES = (
    Rule("records", "their own records, which no document has", (MY_RECORD,), NUMBERS_OF_RULES),
    Rule("records", "marks or records of a person", (MARK,), NUMBERS_OF_RULES, about_somebody=True),
    Rule("records", "who was punished or failed", (WHO, PUNISHED)),
    Rule(
        "personal_data", "private contact of a person", (CONTACT, PRIVATE), r"\bdatos personal|\bpersonal data|protecc"
    ),
    Rule("personal_data", "where somebody lives", (LIVES,)),
    Rule("personal_data", "identity or account number of somebody", (IDENTITY,), about_somebody=True),
    Rule(
        "personal_data",
        "identity numbers of others",
        (
            IDENTITY,
            any_of(r"sus | seus | their | lista | list"),
        ),
    ),
    Rule("personal_data", "what somebody earns", (PAY, _HOW_MUCH), ANYBODY, True),
    Rule("personal_data", "somebody's health", (HEALTH,), about_somebody=True),
    Rule("personal_data", "somebody's private life", (LIFE,), about_somebody=True),
    Rule("personal_data", "where somebody is", (WHEREABOUTS, RELATION)),
    Rule("misconduct", "exams in advance", (EXAM, CONTENTS, BEFORE)),
    Rule("misconduct", "copying or forging", (FORGERY, PAPERS), _IF_CAUGHT),
    Rule("advice", "medical advice", (MEDICINE,), _STUDY),
    Rule("advice", "medical advice", (SYMPTOM, WORRY)),
    Rule("advice", "legal advice", (LAWSUIT,), _STUDY),
    Rule("advice", "financial advice", (MONEY,), _STUDY),
)


def first_that_applies(text: str) -> Rule | None:
    folded, somebody = fold(text), names_somebody(text)
    return next((rule for rule in RULES if _applies(rule, folded, somebody)), None)


def _applies(rule: Rule, folded: str, somebody: bool) -> bool:
    if rule.about_somebody and not somebody:
        return False
    if rule.unless and matches(rule.unless, folded):
        return False
    return all(matches(pattern, folded) for pattern in rule.needs)
