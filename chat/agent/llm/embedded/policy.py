"""What is refused before anything is looked up: rules over the folded words of a question."""

import re
from collections.abc import Sequence

from chat.agent.events import Question
from chat.agent.state import PolicyDecision
from knowledge.retrieval.terms import fold

# Somebody in particular, in Galician, Spanish and English (folded).
_PERSON = (
    r"(mi|mis|mina|minas|meu|meus|su|sus|sua|seu|tu|my|his|her|their) (companer\w+|compan\w*|compis?|amig\w+|novi\w+|"
    r"herman\w+|irman\w*|prim\w+|veci\w+|pareja|parella|ex|hij\w+|fill\w+|roommate|flatmate|classmate|friend|"
    r"brother|sister|boyfriend|girlfriend|neighbou?r|son|daughter|cousin|colleague)s?"
)
_STUDENT = (
    r"(un|una|outro|outra|otro|otra|another|el|la|o|a|the|a|dun|dunha|do|da|del|de los|dos|das|de las|other|"
    r"los|as|os|las)"
    r" (outr\w+ |otr\w+ )?(alumn\w+|estudiante|estudante|student|companer\w+|classmate)s?"
)
_NAMED = r"(de|do|da|of|for|obtuvo|saco|sacou|did) [A-ZÁÉÍÓÚÑ][a-záéíóúñü]+ [A-ZÁÉÍÓÚÑ][a-záéíóúñü]+"
_MARK = (
    r"\b(notas?|calificacion(es)?|cualificacion(s|es)?|grades?|marks?|expedientes?|transcripts?|academic records?)\b"
)
_GOT = (
    r"\b(saco|sacou|saque|saquei|sacaron|obtuvo|obtivo|obtuve|obtiven|aprobo|aprobou|aprobe|aprobei|suspendio|"
    r"suspendeu|suspendi|suspendin|got|get|did \w+ (pass|fail)|passed|failed|tuvo|tivo|tiene|ten)\b"
)
# Talk of marks that concerns nobody: rules, cut-offs, averages.
_RULES = re.compile(
    r"\bnotas? de corte\b|\bnotas? minim|\bnota media\b|\bcut.?off\b|\bminimum (grade|mark)\b|\bque nota (se )?"
    r"(necesit|precis|hai que|hay que|pide)|\bcomo se calcul|\bhow (is|are) .*(calculated|computed)|\breclama|\brevis|"
    r"\bappeal|\breview"
)
_MY_RECORD = re.compile(
    r"\b(mi|mis|mina|minas|my) (nota|notas|calificacion\w*|cualificacion\w*|grades?|marks?|expediente|transcript)\b"
    r".*\b(en|de|in|do|da|for)\b|\b(he aprobado|aprobei|did i pass|have i passed)\b"
)
_OWN = r"(personal|persoal|particular|privad[oa]|private|home)"
_SOMEBODY = (
    r"(profesor\w*|alumn\w*|estudiant\w*|estudant\w*|companer\w*|reitor\w*|rector\w*|"
    r"decan\w*|student|professor|lecturer|dean)"
)
_PRIVATE = re.compile(
    rf"\b((telefono|movil|mobil|celular|correo|email|e-mail|direccion|enderezo|domicilio|whatsapp) {_OWN}|"
    rf"{_OWN} (phone|telephone|mobile|number|address|e?-?mail)|mobile (phone|number)|"
    r"(numero de )?(movil|mobil|whatsapp) (de|do|da|del)|(direccion|enderezo) (de|da) (su )?casa|"
    r"(donde|onde) (vive|mora)|where does .* live|domicilio|"
    r"(dni|nif|nie|pasaporte|iban) (de|do|da|del)|(conta|cuenta) bancaria (de|do|da|del)|(passport|bank account) of|"
    r"(salario|sueldo|soldo|nomina|salary|payslip) (de|do|da|del|of)|"
    rf"(cuanto|canto) (gana|cobra) (el|la|o|a|mi|meu|mina) |how much does (the|my|professor|dr) .*(earn|make|paid)|"
    r"(cuantos|cantos) anos (tiene|ten) (el|la|o|a) |how old is (the|my|professor|dr)|"
    r"(que|cal|cual|what|which) (enfermidade|enfermedad|doenza|illness|disease|diagnosis)\b"
    r".*\b(ten|tiene|padece|has|have)|"
    rf"(baja medica|historial (medico|clinico)|saude|salud|medical record)\w* "
    rf"(de|do|da|del|of) (la |el |a |o |the )?{_SOMEBODY}|"
    r"(casad[oa]|solteir[oa]|solter[oa]|divorciad[oa]|embarazad[oa]|married|pregnant|religion|vota))\b"
)
_MISCONDUCT = re.compile(
    r".*\b(pasas?|pasame|pasadme|dame|consigue\w*|get me|send me|give me)\b.*\b(examen|exame|exam)\b"
    r".*\b(antes|before|in advance)\b|"
    r"(?=.*\b(respuestas|respostas|soluciones|solucions|preguntas|enunciado|answers|solutions|questions|copia|copy)\b)"
    r"(?=.*\b(examen|exame|exam|parcial|test)\w*)(?=.*\b"
    r"(antes|before|adelant\w+|adiant\w+|in advance|filtr\w+|leak\w*)\b)|"
    r".*\b(copiar|falsific\w+|suplantar|cheat|forge)\b.*\b(examen|exame|exam|nota|acta|certificad\w+|certificate|grade)\b"
)
_ADVICE = re.compile(
    r"\b((que|what) (medicamento|medicina|pastilla|medicine|medication|pill)s?|"
    r"(pastillas?|ansioliticos?|antibiotico\w*) (para|for)|"
    r"(debo|deberia|should i) (tomar|take) .*(medic|pastill|pill|ibuprofen|paracetamol|antibiot)|"
    r"(diagnostic\w+|sintomas?|symptoms?) .*(tengo|teno|have|fiebre|febre|dolor|dor)|me duele|doeme|"
    r"(denunci\w+|demand\w+|sue|querella) (a|al|o|ao|my|the|contra)|(abogado|avogado|lawyer)|"
    r"(invertir|investir|invest|inversion|bitcoin|criptomoneda\w*|acciones|bolsa de valores|stocks?|"
    r"hipoteca|mortgage))\b"
)


def decide(question: Question, outside_terms: Sequence[str] = ()) -> PolicyDecision:
    text, folded = question.text, fold(question.text)
    if _asks_for_marks(text, folded):
        return PolicyDecision(False, "records", "marks or records of a person")
    if _PRIVATE.search(folded):
        return PolicyDecision(False, "personal_data", "private data of a person")
    if _MISCONDUCT.search(folded):
        return PolicyDecision(False, "misconduct", "exams in advance, copying or forging")
    if _ADVICE.search(folded):
        return PolicyDecision(False, "advice", "medical, legal or financial advice")
    outside = outside_of_scope(folded, outside_terms)
    if outside:
        return PolicyDecision(False, "out_of_scope", f"about {outside}")
    return PolicyDecision(True)


def _asks_for_marks(text: str, folded: str) -> bool:
    if _RULES.search(folded):
        return False
    if _MY_RECORD.search(folded):
        return True
    somebody = re.search(_PERSON, folded) or re.search(_NAMED, text)
    if re.search(_MARK, folded):
        return bool(somebody or re.search(_STUDENT, folded) or re.search(_GOT + r".*\b(en|in)\b", folded))
    return bool(somebody and re.search(r"\b(aprobo|aprobou|suspendio|suspendeu|pass(ed)?|fail(ed)?)\b", folded))


def outside_of_scope(folded: str, outside_terms: Sequence[str]) -> str:
    """The first place or topic named that the assistant does not cover."""
    for term in outside_terms:
        if re.search(rf"\b{re.escape(fold(term))}\b", folded):
            return term
    return ""
