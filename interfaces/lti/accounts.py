"""The account of somebody who comes from a platform: a student's, whatever he is there, without name or password."""

from __future__ import annotations

import hashlib

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from interfaces.lti.errors import LaunchError
from interfaces.models import LtiAccount


def account(issuer: str, subject: str) -> AbstractBaseUser:
    """LaunchError where it was closed."""
    known = LtiAccount.objects.filter(issuer=issuer, subject=subject).select_related("user").first()
    user: AbstractBaseUser = known.user if known else _made(issuer, subject)
    if not user.is_active:
        raise LaunchError(_("This account was closed. Tell whoever manages the site."))
    return user


def _made(issuer: str, subject: str) -> AbstractBaseUser:
    """Of two launches that come at once the second finds what the first made."""
    name = f"lti-{hashlib.sha256(f'{issuer} {subject}'.encode()).hexdigest()[:24]}"
    with transaction.atomic():
        user, is_new = get_user_model().objects.get_or_create(username=name)
        if is_new:
            user.set_unusable_password()
            user.save(update_fields=["password"])
        LtiAccount.objects.get_or_create(issuer=issuer, subject=subject, defaults={"user": user})
    return user
