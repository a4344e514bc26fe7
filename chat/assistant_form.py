"""An assistant's form: which values may be chosen beside a question, and how each is called in each language.

form:
  days: {min: 1, max: 30, default: 3}          # a number
  start: date
  budget: [low, high]                          # one of these; of interests several
  labels: {gl: {low: Barato}, en: {low: Cheap}}
  said: {low: [cheap, barat]}                  # beginnings of words by which a text says the same
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from chat import shapes
from knowledge.models import Language

KINDS = ("number", "date", "one", "several")
# What a form says of its fields, and is no field.
NOTES = ("labels", "said")
LIMITS = ("min", "max", "default")
# Those that plans of trips are made by; a field of another name may be of any kind.
EXPECTED = {"days": "number", "start": "date", "budget": "one", "travel_type": "one", "interests": "several"}


def problems(form: Any) -> Iterator[str]:
    """What is wrong with an assistant's form."""
    yield from shapes.mapping("form", form)
    if isinstance(form, Mapping):
        for name, options in fields(form).items():
            yield from _field_problems(name, options)
        yield from _label_problems(form.get("labels", {}))
        yield from shapes.mapping_of_lists("said", form.get("said", {}))
        yield from _unoffered(form)


def is_form(form: Any) -> None:
    """For a field of a model: ValidationError with everything that is wrong."""
    if found := list(problems(form)):
        raise ValidationError(found)


def _field_problems(name: str, options: Any) -> Iterator[str]:
    if EXPECTED.get(name, kind(name, options)) != kind(name, options):
        yield _expected(name)
    elif isinstance(options, Mapping):
        yield from _limit_problems(name, options)
    elif options != "date":
        yield from shapes.texts(name, options)


def _expected(name: str) -> str:
    said = {
        "number": _("“{key}” must be a number: a mapping with “min”, “max” and “default”."),
        "date": _("“{key}” must be “date”."),
    }
    return said.get(EXPECTED[name], _("“{key}” must be a list of at least one text.")).format(key=name)


def _limit_problems(name: str, options: Mapping[str, Any]) -> Iterator[str]:
    yield from shapes.known(options, LIMITS)
    least, most = options.get("min"), options.get("max")
    if type(least) is not int or type(most) is not int or not 0 <= least <= most:
        yield _("“{key}” must have whole numbers as “min” and “max”, from 0 on and “min” not above “max”.").format(
            key=name
        )
        return
    default = options.get("default", least)
    if type(default) is not int or not least <= default <= most:
        yield _("“{key}” must be a whole number from {min} to {max}.").format(
            key=f"{name}.default", min=least, max=most
        )


def _label_problems(told: Any) -> Iterator[str]:
    yield from shapes.mapping("labels", told)
    yield from shapes.known(told, Language.values)
    for language, called in shapes.items(told):
        yield from shapes.mapping_of_texts(f"labels.{language}", called)


def _unoffered(form: Mapping[str, Any]) -> Iterator[str]:
    """Values that are called something, or said by words, and that cannot be chosen."""
    lists = [options for options in fields(form).values() if isinstance(options, list)]
    notes = {f"labels.{language}": called for language, called in shapes.items(form.get("labels"))}
    for key, note in (notes | {"said": form.get("said")}).items():
        for value, _words in shapes.items(note):
            if not any(value in options for options in lists):
                yield _("“{key}”: “{value}” is not a value of the form.").format(key=key, value=value)


def fields(form: Mapping[str, Any]) -> dict[str, Any]:
    """Name -> what may be chosen."""
    return {name: options for name, options in form.items() if name not in NOTES}


def kind(name: str, options: Any) -> str:
    if isinstance(options, dict):
        return "number"
    return "date" if options == "date" else "several" if name == "interests" else "one"


def labels(form: Mapping[str, Any], language: str) -> dict[str, str]:
    """Value -> how it is called; a value without a label in the language is called by itself."""
    return dict((form.get("labels") or {}).get(language, {}))


def chosen(form: Mapping[str, Any], given: Any) -> dict[str, Any]:
    """The values that are offered; a label of any language stands for its value. ValidationError for any other."""
    if not isinstance(given, dict):
        raise ValidationError(_("The form could not be read. Reload the page."))
    called = {label: value for told in (form.get("labels") or {}).values() for value, label in told.items()}
    found = {}
    for name, options in fields(form).items():
        value = given.get(name)
        if value in (None, "", []):
            continue
        offered = options if isinstance(options, list) else ()
        found[name] = (
            [_value(one, offered, called) for one in value]
            if isinstance(value, list)
            else _value(value, offered, called)
        )
        if not _is_offered(options, found[name]):
            raise ValidationError(_("“%(value)s” cannot be chosen here. Reload the page.") % {"value": str(value)[:80]})
    return found


def words(values: Mapping[str, Any]) -> list[str]:
    """What is chosen, as it is read with the question."""
    return [str(one) for value in values.values() for one in (value if isinstance(value, list) else [value])]


def request(*, is_new: bool) -> str:
    """What is asked by whoever only fills in the form."""
    return _("Plan my trip") if is_new else _("Update my trip")


def _value(given: Any, offered: Any, called: Mapping[str, str]) -> Any:
    return given if given in offered or not isinstance(given, str) else called.get(given, given)


def _is_offered(options: Any, value: Any) -> bool:
    if isinstance(options, dict):
        return type(value) is int and options["min"] <= value <= options["max"]
    if options == "date":
        return _is_date(value)
    values = value if isinstance(value, list) else [value]
    return all(each in options for each in values)


def _is_date(value: Any) -> bool:
    try:
        return bool(date.fromisoformat(value))
    except (TypeError, ValueError):
        return False
