"""The buttons that follow a document or its collection, and the page of a mail's link."""

from __future__ import annotations

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from knowledge.following import follows
from knowledge.models import Document, Follow
from koalarag import visitors


@require_POST
def follow(request: HttpRequest, pk: int) -> HttpResponse:
    document = get_object_or_404(Document.objects.reachable_by(request.user).current(), pk=pk)
    if not follows.may_follow(request.user):
        raise PermissionDenied(_("Sign in with an account that has an e-mail address."))
    command, _separator, what = request.POST.get("do", "").partition(" ")
    if command not in ("follow", "unfollow") or what not in ("document", "collection"):
        raise BadRequest(_("Use one of the buttons of the page."))
    change = follows.follow if command == "follow" else follows.unfollow
    change(request.user, document, what)
    return HttpResponseRedirect(reverse("source", args=[document.pk]))


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unfollow(request: HttpRequest, token: str) -> HttpResponse:
    """A mail program posts here without a cookie (RFC 8058): the token says who."""
    visitors.spend_page(request)
    found = follows.of_token(token)
    if found is None:
        raise Http404
    ended = False
    if request.method == "POST":
        chosen = request.POST.get("follow", "")
        (found.filter(pk=int(chosen)) if chosen.isdecimal() else found).delete()
        ended = True
    readable = [one for one in found.all() if _may_still_see(one)]
    context = {"follows": readable, "ended": ended, "hidden": found.count() - len(readable)}
    return render(request, "knowledge/unfollow.html", context)


def _may_still_see(follow: Follow) -> bool:
    """The title of what is not for him any more is not told."""
    return follow.document is None or Document.objects.reachable_by(follow.user).filter(pk=follow.document_id).exists()
