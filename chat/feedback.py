"""What a reader says of an answer: one verdict an answer, the last one given."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import BadRequest
from django.utils.translation import gettext as _

from chat.forms import FeedbackForm
from chat.models import Feedback, Message


def give(message: Message, said: Mapping[str, Any]) -> Feedback:
    """BadRequest where the verdict is none of those offered."""
    given = Feedback.objects.filter(message=message).first()
    form = FeedbackForm(said, instance=given or Feedback(message=message))
    if not form.is_valid():
        raise BadRequest(_("Choose one of the verdicts offered."))
    form.instance.settled_at = None
    return form.save()


def take_back(message: Message) -> None:
    Feedback.objects.filter(message=message).delete()
