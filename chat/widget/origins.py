"""Origins of pages that may show a frame of ours, as staff write them and as browsers are told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

MAX_LENGTH = 200
_LABEL = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"
# What stands in a header: nothing that could begin another directive. A star only for names below a domain.
PATTERN = re.compile(rf"https?://((\*\.{_LABEL}\.)?{_LABEL}(\.{_LABEL})*|\[[0-9a-f:]+\])(:[0-9]{{1,5}})?")
is_origin = RegexValidator(
    rf"\A{PATTERN.pattern}\Z",
    gettext_lazy("Write the origin of a page, such as https://dept.example.edu or https://*.example.edu."),
)


def normal(written: str) -> str:
    """As browsers write it: small letters, without a path of nothing."""
    return written.strip().rstrip("/").lower()


def of(address: str) -> str:
    """The origin of an address: https://moodle.example.edu of https://moodle.example.edu/mod/lti/auth.php."""
    parts = urlsplit(address)
    return normal(f"{parts.scheme}://{parts.netloc}")


def allows(patterns: Iterable[str], origin: str) -> bool:
    return any(_fits(pattern, normal(origin)) for pattern in patterns)


def ancestors(patterns: Iterable[str]) -> str:
    """The value of frame-ancestors; our own pages may always."""
    return " ".join(["'self'", *(pattern for pattern in patterns if PATTERN.fullmatch(pattern))])


def _fits(pattern: str, origin: str) -> bool:
    scheme, star, domain = pattern.partition("*.")
    if not star:
        return pattern == origin
    return origin.startswith(scheme) and origin.endswith("." + domain) and len(origin) > len(scheme) + len(domain) + 1


class OriginsField(forms.CharField):
    """A list of them, one per line."""

    widget = forms.Textarea

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.widget.attrs |= {"rows": 3, "cols": 60, "placeholder": "https://dept.example.edu"}

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), "\n".join((data or "").split()))

    def clean(self, value: Any) -> list[str]:
        found = list(dict.fromkeys(map(normal, (value or "").split())))
        wrong = [one for one in found if not PATTERN.fullmatch(one) or len(one) > MAX_LENGTH]
        if wrong:
            told = _("Not the origin of a page: %(wrong)s. Write https:// and the name, without a path.")
            raise ValidationError(told % {"wrong": ", ".join(wrong)})
        return found
