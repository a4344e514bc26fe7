"""`{% desk as panels %}` in the home page of administration."""

from typing import Any

from django import template

from koalarag.desk import Panel, panels

register = template.Library()


@register.simple_tag(takes_context=True)
def desk(context: dict[str, Any]) -> list[Panel]:
    return panels(context["request"])
