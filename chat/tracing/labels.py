"""How a trace's own names are called for whoever reads it: steps, criteria, what was found out, and its values."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from chat.models import Trace
from knowledge.languages import language_name


def step(name: str) -> str:
    return _steps().get(name, name)


def role(name: str) -> str:
    """Of a language model."""
    return _roles().get(name, name)


def criterion(name: str) -> str:
    return _criteria().get(name, name)


def finding(path: str) -> str:
    """By its last parts: "classification.intent" is called as any intent, a name that readers chose as itself."""
    known, parts = {**_of_the_question(), **_of_the_answer()}, path.split(".")
    for first in range(len(parts)):
        if found := known.get(".".join(parts[first:])):
            return found
    return " · ".join(known.get(part, part.replace("_", " ")) for part in parts)


def value(path: str, said: str) -> str:
    """Of what is one of a few; any other is what it says."""
    name = path.rpartition(".")[2]
    if name == "language":
        return language_name(said) or said
    return {**_values(), **_values_of_checks()}.get(name, {}).get(said, said)


def intent(name: str) -> str:
    return value("intent", name)


def judge(name: str) -> str:
    return {"embedded": _("local measures"), "rules": _("rules")}.get(name, name)


def rule(name: str) -> str:
    return value("rule", name)


def _steps() -> Mapping[str, str]:
    return {
        "classify": _("Understand the question"),
        "check_policy": _("Check the policy"),
        "support": _("Offer help"),
        "refuse": _("Decline"),
        "clarify": _("Ask back"),
        "converse": _("Converse"),
        "answer_each": _("Answer each question"),
        "retrieve": _("Search"),
        "assess": _("Assess what was found"),
        "rewrite": _("Search in other words"),
        "carry_course": _("Take over the course"),
        "generate": _("Write the answer"),
        "critique": _("Check the answer"),
        "respond": _("Finish"),
        "cache": _("Answer known from before"),
    }


def _roles() -> Mapping[str, str]:
    return {
        "classifier": _("classifier"),
        "rewriter": _("rewriter"),
        "generator": _("generator"),
        "converse": _("small talk"),
        "critic": _("critic"),
        "judge": _("judge"),
    }


def _criteria() -> Mapping[str, str]:
    return {
        "coherence": _("coherence"),
        "alignment": _("fits the question and the sources"),
        "hallucination": _("free of inventions"),
        "completeness": _("completeness"),
        "citations": _("citations"),
        "total": _("total"),
    }


def _of_the_question() -> Mapping[str, str]:
    return {
        "asked": _("question as it was understood"),
        "questions": _("questions of the message"),
        "repairs": _("taken for"),
        "classification.confidence": _("confidence of the reading"),
        "classification.reason": _("reason"),
        "classification.standalone": _("question without the conversation"),
        "classification.entities": _("named"),
        "classification": _("reading"),
        "entities": _("named"),
        "intent": _("kind of question"),
        "topic": _("topic"),
        "language": _("language"),
        "subject": _("subject"),
        "risk": _("risk"),
        "chosen": _("chosen"),
        "form": _("form"),
        "days": _("days"),
        "interests": _("interests"),
        "budget": _("budget"),
        "travel_type": _("type of trip"),
        "start": _("begins on"),
        "course": _("course"),
        "courses": _("courses"),
        "academic_year": _("academic year"),
        "person": _("person"),
        "programme": _("programme"),
    }


def _of_the_answer() -> Mapping[str, str]:
    return {
        "assessment.confidence": _("confidence that the sources answer"),
        "assessment.reason": _("reason"),
        "assessment.unsaid": _("names that no source says"),
        "assessment.choices": _("choices offered"),
        "assessment": _("assessment"),
        "verdict": _("verdict"),
        "status": _("outcome"),
        "whole": _("asks for all of it"),
        "catalogue_field": _("field of the catalogue"),
        "choices": _("choices offered"),
        "query": _("query"),
        "sides": _("sides compared"),
        "threshold": _("confidence needed"),
        "keywords": _("keywords"),
        "rewriting.reason": _("reason"),
        "rewriting": _("in other words"),
        "collections": _("collections"),
        "documents": _("documents"),
        "visibilities": _("may see documents for"),
        "from_cache": _("taken from the cache"),
        "failed": _("failed"),
    }


def _values() -> Mapping[str, Mapping[str, str]]:
    return {
        "intent": {
            "search": _("a fact"),
            "summary": _("a summary"),
            "comparison": _("a comparison"),
            "itinerary": _("a trip"),
            "general": _("conversation"),
        },
        "verdict": {
            "good": _("it answers"),
            "weak": _("weak: search again"),
            "nothing": _("does not answer"),
            "ambiguous": _("several answers: ask back"),
            "general": _("conversation"),
        },
        "status": {choice: str(label) for choice, label in Trace.Status.choices},
        "whole": {"list": _("a whole list"), "procedure": _("a whole procedure")},
        "subject": {
            "course": _("a course"),
            "professor": _("a teacher"),
            "procedure": _("a procedure"),
            "recommendation": _("a recommendation"),
            "sensitive": _("something private"),
        },
        "topic": {
            "greeting": _("a greeting"),
            "thanks": _("thanks"),
            "farewell": _("a farewell"),
            "identity": _("what the assistant is"),
            "repeat": _("to say it again"),
            "remark": _("a remark"),
        },
    }


def _values_of_checks() -> Mapping[str, Mapping[str, str]]:
    rules = {
        "records": _("marks and records"),
        "personal_data": _("personal data"),
        "misconduct": _("misconduct"),
        "advice": _("advice that an expert gives"),
        "out_of_scope": _("not what the assistant is for"),
    }
    return {
        "rule": rules,
        "risk": rules,
        "kind": {
            "number": _("number"),
            "date": _("date"),
            "name": _("name"),
            "code": _("code"),
            "quote": _("quotation"),
            "citation": _("citation"),
            "unsupported": _("not supported"),
        },
        "action": {"repaired": _("repaired"), "dropped": _("left out"), "flagged": _("marked")},
    }
