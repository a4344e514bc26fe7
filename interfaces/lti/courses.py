"""Which of an assistant's courses a course of a platform is."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from chat.models import Assistant
from interfaces.lti.token import Launch
from knowledge.catalogue.course_names import course_code
from knowledge.models import Document
from knowledge.text.terms import fold


def course_of(launch: Launch, assistant: Assistant, user: AbstractBaseUser | AnonymousUser) -> str:
    """As the documents call it, by the catalogue's code or else by the name; empty where they have none of it."""
    documents = Document.objects.indexed().visible_to(user).filter(collection__assistants=assistant)
    labels = sorted(set(documents.exclude(course="").values_list("course", flat=True)))
    code = course_code(launch.course_label) or course_code(launch.course_title)
    called = {fold(launch.course_label), fold(launch.course_title)} - {""}
    by_code = (label for label in labels if code and code in (label, course_code(label)))
    return next(by_code, "") or next((label for label in labels if fold(label) in called), "")
