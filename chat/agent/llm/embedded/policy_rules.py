"""What is refused, as words that must come together. Patterns are matched on folded text, in three languages.

A rule applies where every one of its `needs` is found and its `unless` is not.
"""

import re
from dataclasses import dataclass


def _any(words: str) -> str:
    """One of the words, which are parted by bars."""
    joined = "|".join(re.split(r"\s+\|\s+", words.strip()))
    return rf"\b(?:{joined})\b"


# Somebody in particular: by what they are to the asker, by what they are at the university, by a name.
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
NO_PERSON = _any(
    r"""
    sistemas? | operativos | computer | networks | machine | learning | bases? | datos | databases |
    intelixencia | inteligencia | artificial | ciencias? | enxenaria | ingenieria | engineering | grado | grao |
    degree | master | mestrado | facultad\w* | faculty | escuela | escola | school | universidad\w* | university
    | edificio | building | biblioteca | library | campus | servicio | servizo | oficina | office | unidad\w* |
    departamento | department | aprendizaje | aprendizaxe | automatico | redes | algebra | calculo |
    programacion | estatistica | estadistica | etica | dereito | derecho | informatica | fisica | quimica |
    matematicas | proyectos? | proxectos? | trabajo | traballo | gold | sunshine | coast | new | south
    """
)
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

MARK = _any(
    r"""
    notas? | calificacion(?:es)? | cualificacions? | grades? | marks? | expedientes? | transcripts? | records? |
    sacad[oa] | sacou? | saco | suspens\w+ | suspend\w+ | aprob(?:o|ou|ado) | pass(?:ed)? | fail(?:ed)? |
    finished (?:his|her|their|the) degree | asistencia | attendance
    """
)
MY_RECORD = (
    r"\b(?:mi|mis|mina|minas|my) (?:nota|notas|calificacion\w*|cualificacion\w*|grades?|marks?|expediente|transcript)\b"
    r".*\b(?:en|de|in|do|da|for)\b|\b(?:he aprobado|aprobei|did i pass|have i passed)\b"
)
PUNISHED = _any(
    r"""
    sancion\w* | expuls\w* | expel\w* | plagi\w* | plaxi\w* | copi(?:aron|ou|o) | suspens\w+ | suspend\w+ |
    repet\w+ | fail\w* | caught
    """
)
WHO = _any(
    r"""
    que (?:alumn|estudiant|estudant)\w+ | (?:which|what) students? | (?:cales|cuales) (?:alumn|estud)\w+ |
    list\w* de | list of | nom[be]r?[es]*s? | nomes | names?
    """
)
CONTACT = _any(
    r"""
    telefono | movil | mobil | whatsapp | direccion | enderezo | domicilio | correo | e-?mail | phone | mobile |
    address | number | numero | instagram
    """
)
PRIVATE = _any(
    r"""
    personal(?:es)? | persoal | persoais | particular | privad[oa] | private | home | casa | her | his | movil |
    mobil | mobile | whatsapp | instagram
    """
)
LIVES = (
    r"\b(?:donde|onde|where|que (?:calle|rua|piso|barrio)|what street|which street)\b.*\b(?:vive|mora|lives)\b|"
    r"\bwhere does .* live\b|\bdomicilio\b"
)
IDENTITY = _any(
    r"""
    dnis? | nifs? | nies? | pasaporte | passport | iban | (?:conta|cuenta) bancaria | bank account | numero de
    conta | numero de cuenta
    """
)
PAY = _any(
    r"""
    cobra | gana | gañ[ae] | salari\w* | sueldo | soldo | nomina | earns? | salary | payslip | paid
    """
)
HEALTH = _any(
    r"""
    enfermedad | enfermidade | doenza | illness | disease | diagnos\w+ | de baja | de baixa | sick leave |
    tratamiento | tratamento | treatment | discapacidad\w* | disabilit\w+ | disabled | embarazad[oa] | pregnant
    | historial medico | historial clinico | medical record | (?:saude|salud) (?:de|do|da|del) | depresion |
    depression | alerxi\w+
    """
)
LIFE = _any(
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
CONTENTS = _any(
    r"""
    respuestas | respostas | soluciones | solucions | preguntas | enunciados? | answers | solutions | questions
    | copia | copy | pasas? | pasame | dame | consigue\w* | get me | send me | give me
    """
)
BEFORE = _any(
    r"""
    antes | before | adelant\w+ | adiant\w+ | in advance | filtr\w+ | leak\w*
    """
)
FORGERY = _any(
    r"""
    copiar | falsific\w+ | suplantar | cheat\w* | forge\w* | amanar | trampas?
    """
)
PAPERS = _any(
    r"""
    examen | exame | exam | nota | acta | certificad\w+ | certificate | grade | firma | signature
    """
)
MEDICINE = _any(
    r"""
    medicament\w+ | medicinas | pastillas? | antidepresiv\w+ | ansiolitic\w+ | antibiotic\w+ | pills? |
    medicines? | medication | antidepressants? | ibuprofen\w* | paracetamol | dose | dosis
    """
)
SYMPTOM = _any(
    r"""
    bulto | vulto | lump | me duele | doeme | dolor | dor | pain | hurts | fiebre | febre | fever | sintomas? |
    symptoms? | mareos? | taquicardia
    """
)
WORRY = _any(
    r"""
    sera | es grave | e grave | is it | que tomo | que hago | que fago | what should i | cancer | cancro | que
    tengo | que teno | diagnostic\w*
    """
)
LAWSUIT = _any(
    r"""
    demand(?:o|ar|arlo|arla|alo|ala|alos) | denunci(?:o|ar|arlo|arla) | sue | querella | abogad[oa] | avogad[oa]
    | lawyer | reclamarlle legalmente | herencia | herdanza | divorci\w+ | divorce
    """
)
MONEY = _any(
    r"""
    acciones | accions | shares | stocks? | bitcoin | criptomoneda\w* | crypto\w* | hipoteca | mortgage |
    invert\w+ | investir | invest(?:ing|ment)?s? | fondos? de inversion | declar\w+ .*(?:renta|renda) | hacienda
    | facenda | taxes
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
            _any(
                r"""
    sus | seus | their | lista | list
    """
            ),
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
