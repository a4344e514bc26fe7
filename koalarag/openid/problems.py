"""Why somebody could not be signed in by a provider, on the sign-in page and in words."""

from __future__ import annotations

from enum import Enum

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from koalarag import sign_in
from koalarag.openid.configuration import Provider

AWAY_SECONDS = 30


class Problem(Enum):
    """status, and what is said; %(provider)s is its name"""

    CANCELLED = 403, _("You did not let %(provider)s tell this site who you are, so you are not signed in.")
    OUTDATED = 400, _("This sign-in took too long, or was begun in another window. Begin again.")
    REFUSED = 502, _("%(provider)s did not sign you in. Try again; if it goes on, tell whoever runs this site.")
    UNREACHABLE = 503, _("%(provider)s does not answer at the moment. Try again in a moment.")
    NOT_TRUSTED = (
        502,
        _("What %(provider)s answered could not be verified, so you are not signed in. Tell whoever runs this site."),
    )
    NOT_LET_IN = 403, _("%(provider)s has signed you in, but this site is not open to your kind of account there.")
    SWITCHED_OFF = 403, _("Your account on this site has been switched off. Ask whoever runs it.")


def page(request: HttpRequest, problem: Problem, provider: Provider, next_url: str = "") -> HttpResponse:
    status, text = problem.value
    response = sign_in.page(request, text % {"provider": provider.name}, status, next_url)
    if status == 503:
        response["Retry-After"] = str(AWAY_SECONDS)
    return response
