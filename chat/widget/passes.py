"""Who may open sources inside a frame, and which pages stand around it: signed, in the address, for reading alone.

A frame within a frame has no token to send with its request, nor have the pictures in it. So their addresses begin with
`/r/<pass>/`, and so do all that these pages link to. A pass opens nothing but sources, and for half a day.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import get_script_prefix, set_script_prefix
from django.utils.deprecation import MiddlewareMixin

from chat.widget import framing

SECONDS = 12 * 3600
_PREFIX = "/r/"
_READABLE = ("/source/", "/catalogue/")


@dataclass(frozen=True)
class Pass:
    origins: tuple[str, ...] = ()
    """of the pages around the frame"""
    user_id: int | None = None

    def written(self) -> str:
        return signing.dumps(asdict(self), salt="pass")

    @classmethod
    def read(cls, written: str) -> Pass | None:
        try:
            known = signing.loads(written, salt="pass", max_age=SECONDS)
        except signing.BadSignature:
            return None
        return cls(tuple(known["origins"]), known["user_id"])

    @property
    def user(self) -> AbstractBaseUser | AnonymousUser:
        found = get_user_model().objects.filter(pk=self.user_id, is_active=True).first() if self.user_id else None
        return found or AnonymousUser()


def prefix(given: Pass) -> str:
    """What the address of a source begins with inside a frame."""
    return f"{get_script_prefix().rstrip('/')}{_PREFIX}{given.written()}"


class PassMiddleware(MiddlewareMixin):
    """After authentication: what a pass opens, it opens for its own user, whoever's cookies come along."""

    def process_request(self, request: HttpRequest) -> None:
        if not request.path_info.startswith(_PREFIX):
            return
        written, _slash, rest = request.path_info.removeprefix(_PREFIX).partition("/")
        given = Pass.read(written)
        if given is None or not f"/{rest}".startswith(_READABLE):
            raise Http404("This address works no longer.")
        request.user = given.user
        request.path_info = f"/{rest}"
        request.framed_by, request.outer_prefix = given.origins, get_script_prefix()
        set_script_prefix(f"{get_script_prefix().rstrip('/')}{_PREFIX}{written}/")

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        origins = getattr(request, "framed_by", None)
        if origins is not None:
            set_script_prefix(request.outer_prefix)
            response.headers.setdefault("Content-Security-Policy", framing.policy(origins))
            response.headers.pop("X-Frame-Options", None)  # it knows no list of origins
            response["Referrer-Policy"] = "no-referrer"
        return response
