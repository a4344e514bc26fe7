"""Why a page was not taken in: stored as codes, shown as sentences."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Reason(TextChoices):
    # Skipped: as it should be.
    ROBOTS = "robots", _("robots.txt asks not to fetch it")
    NOINDEX = "noindex", _("the page asks not to be indexed")
    CANONICAL = "canonical", _("another address is its main one")
    REDIRECT = "redirect", _("it leads to another address")
    OUTSIDE = "outside", _("it leads outside the website")
    FORMAT = "format", _("no format that is read")
    KEYWORDS = "keywords", _("none of the keywords")
    EMPTY = "empty", _("no text")
    FORM = "form", _("nothing but a form to sign in or to search")
    ALIKE = "alike", _("too many addresses of this form; the rest of them is left out")
    # Failed: what somebody may want to look into.
    MISSING = "missing", _("not there (404, 410)")
    REFUSED = "refused", _("its server refuses it")
    STATUS = "status", _("answered with an error")
    ADDRESS = "address", _("a private address, which the website's settings do not allow")
    UNKNOWN_HOST = "unknown_host", _("a host of this name is not known")
    CONNECTION = "connection", _("cannot be reached, or broke off")
    TIMEOUT = "timeout", _("took too long")
    BUSY = "busy", _("asked to be left alone for longer")
    SILENT_HOST = "silent_host", _("its host gave no answers and was given up")
    ROBOTS_UNKNOWN = "robots_unknown", _("its robots.txt cannot be read, so nothing may be fetched")
    REDIRECTS = "redirects", _("redirected too often, or in a circle")
    TOO_LARGE = "too_large", _("larger than this site accepts")
    BROKEN = "broken", _("cannot be read")


# What may be otherwise in a moment: tried again before the page counts as failed.
PASSING = frozenset({Reason.STATUS, Reason.UNKNOWN_HOST, Reason.CONNECTION, Reason.TIMEOUT, Reason.ROBOTS_UNKNOWN})
# The page's website says that it is no more what it was; after so many visits in a row its document is out of answers.
DEPARTED = frozenset(
    {Reason.MISSING, Reason.OUTSIDE, Reason.REDIRECT, Reason.ROBOTS, Reason.NOINDEX, Reason.CANONICAL, Reason.EMPTY,
     Reason.FORM, Reason.KEYWORDS, Reason.FORMAT}
)  # fmt: skip
SKIPPED = frozenset(
    {Reason.ROBOTS, Reason.NOINDEX, Reason.CANONICAL, Reason.REDIRECT, Reason.OUTSIDE, Reason.FORMAT, Reason.KEYWORDS,
     Reason.EMPTY, Reason.FORM, Reason.ALIKE}
)  # fmt: skip
# No answer at all: several in a row, and the host is given up.
SILENCE = frozenset({Reason.UNKNOWN_HOST, Reason.CONNECTION, Reason.TIMEOUT})
MAX_MISSES = 3


def said(code: str) -> str:
    """The sentence of a stored code; the code itself if a former release stored it."""
    return str(Reason(code).label) if code in Reason.values else code
