"""The page on which people make and revoke their API tokens."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from interfaces.forms import TokenForm
from interfaces.models import ApiToken


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("secret")
def own_tokens(request: HttpRequest) -> HttpResponse:
    """A new token is shown in the answer to the form and nowhere else: the session does not hold it either."""
    owner = cast(User, request.user)
    form, secret = TokenForm(owner, request.POST or None), ""
    if form.is_valid():
        _made, secret = form.make()
        form = TokenForm(owner)
    context = {"form": form, "secret": secret, "tokens": ApiToken.objects.filter(user=owner)}
    return render(request, "interfaces/tokens.html", context)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    get_object_or_404(ApiToken, pk=pk, user=request.user).delete()
    return redirect("api-tokens")
