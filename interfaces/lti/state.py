"""A launch from its beginning to its end: the same browser, once, and within ten minutes.

What must be remembered travels with it, signed; the browser shows by a cookie that it began. In a frame that cookie is
partitioned by the page around it (CHIPS). A browser that keeps none is offered a window of its own.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from django.core import signing
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from interfaces.lti.errors import LaunchError
from interfaces.models import LtiNonce

SECONDS = 600
_SALT = "lti"


@dataclass(frozen=True)
class State:
    platform: int
    nonce: str
    begun_by: dict[str, str]
    """what the platform began with, to begin again in a window of its own"""

    @classmethod
    def begin(cls, platform: int, begun_by: dict[str, str]) -> State:
        return cls(platform, secrets.token_urlsafe(24), begun_by)

    @classmethod
    def read(cls, written: str) -> State:
        """However old it is: whose page may show why a launch is refused depends on it, too."""
        try:
            known: dict[str, Any] = signing.loads(written, salt=_SALT)
        except signing.BadSignature as error:
            raise LaunchError(_("This launch was not begun here. Open it again from the course.")) from error
        return cls(**known)

    def written(self) -> str:
        return signing.dumps(asdict(self), salt=_SALT)

    @property
    def _cookie(self) -> str:
        """Its name: several frames of a page may begin at once."""
        return f"lti-{hashlib.sha256(self.nonce.encode()).hexdigest()[:12]}"

    @property
    def _proof(self) -> str:
        return signing.Signer(salt="lti proof").signature(self.nonce)

    def mark(self, response: HttpResponse) -> None:
        """By hand: Django's own cookies know nothing of partitions."""
        until = f"Path={reverse('lti-launch')}; Max-Age={SECONDS}"
        response["Set-Cookie"] = f"{self._cookie}={self._proof}; {until}; HttpOnly; Secure; SameSite=None; Partitioned"

    def began_here(self, request: HttpRequest) -> bool:
        return constant_time_compare(request.COOKIES.get(self._cookie, ""), self._proof)

    def use(self, written: str) -> None:
        """LaunchError where it has aged, or was used before."""
        try:
            signing.loads(written, salt=_SALT, max_age=SECONDS)
            with transaction.atomic():
                LtiNonce.objects.create(nonce=self.nonce)
        except (signing.SignatureExpired, IntegrityError) as error:
            raise LaunchError(_("This took too long, or was opened twice. Open it again from the course.")) from error


def forget() -> None:
    """Those whose state has aged anyway."""
    LtiNonce.objects.filter(used_at__lt=timezone.now() - timedelta(seconds=2 * SECONDS)).delete()
