"""What staff and reviewers may do in the admin, as groups; superusers need none."""

from collections.abc import Collection
from functools import reduce
from operator import or_
from typing import Literal, get_args

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group, Permission, User
from django.db.models import Q

STAFF = "staff"
REVIEWERS = "reviewers"

Role = Literal["anonymous", "student", "reviewer", "staff"]
ROLES: tuple[Role, ...] = get_args(Role)

GROUPS = {"staff": STAFF, "reviewer": REVIEWERS}
"""role -> the group that gives it"""

# Each names permissions as app_label.action_model; a star stands for all of them.
PERMISSIONS = {
    STAFF: (
        "knowledge.*",
        "chat.*_assistant",
        "chat.*_assistanttext",
        "chat.*_helpcard",
        "evaluation.*",
        "interfaces.view_apitoken",
        "interfaces.delete_apitoken",
    ),
    REVIEWERS: (
        "knowledge.view_*",
        "chat.view_*",
        "evaluation.view_*",
        "evaluation.add_*",
        "evaluation.change_*",
    ),
}


def create() -> None:
    """Gives each group its permissions; those that were added by hand stay."""
    for name, patterns in PERMISSIONS.items():
        group, _created = Group.objects.get_or_create(name=name)
        wanted = reduce(or_, map(_matching, patterns))
        group.permissions.add(*Permission.objects.filter(wanted))


def role_of(user: AbstractBaseUser | AnonymousUser | None) -> Role:
    """By what the user may do, whichever group it comes from: what limits go by."""
    if user is None or not user.is_authenticated:
        return "anonymous"
    if user.has_perm("knowledge.change_document"):  # type: ignore[union-attr]
        return "staff"
    return "reviewer" if user.has_perm("chat.view_trace") else "student"  # type: ignore[union-attr]


def assign(user: User, roles: Collection[str]) -> None:
    """These and no others of GROUPS; a superuser's stay as they are, and so do groups of other names."""
    if user.is_superuser:
        return
    for role, name in GROUPS.items():
        group, is_new = Group.objects.get_or_create(name=name)
        if is_new:
            create()
        change = user.groups.add if role in roles else user.groups.remove
        change(group)
    user.is_staff = bool(roles)
    user.save(update_fields=["is_staff"])


def _matching(pattern: str) -> Q:
    app, _, codename = pattern.partition(".")
    start, _, end = codename.partition("*")
    return Q(content_type__app_label=app, codename__startswith=start, codename__endswith=end)
