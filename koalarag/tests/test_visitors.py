"""Who is counted on which counter, and what he is told who did too much."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from koalarag import places, visitors
from koalarag.models import HeldPlace, RateCounter
from koalarag.refusals import RefusalMiddleware
from koalarag.throttling import Limit, TooOften, charge, has_room
from koalarag.visitors import Visitor, visitor

pytestmark = pytest.mark.django_db
FEW = Limit(2, 3600)


def spent(who: Visitor, number: int) -> int:
    """How often it was possible."""
    for done in range(number):
        try:
            visitors.spend(who, "test", FEW)
        except TooOften:
            return done
    return number


def test_who_signed_in_is_counted_by_account_wherever_he_is() -> None:
    ana = User.objects.create_user("ana")
    assert spent(visitor(ana, "one", "192.0.2.1"), 5) == 2
    assert spent(visitor(ana, "two", "192.0.2.2"), 5) == 0


def test_a_visitor_with_ever_new_sessions_is_counted_by_address() -> None:
    made = [visitor(None, f"session {number}", "192.0.2.1") for number in range(30)]
    assert sum(spent(each, 1) for each in made) == 2 * visitors.SHARED_BY
    assert spent(visitor(None, "another", "192.0.2.9"), 5) == 2


def test_nothing_is_counted_where_one_counter_has_no_room() -> None:
    for number in range(20):
        visitors.spend(visitor(None, f"session {number}", "192.0.2.1"), "test", FEW)
    with pytest.raises(TooOften):
        visitors.spend(visitor(None, "late", "192.0.2.1"), "test", FEW)
    assert not RateCounter.objects.filter(key__contains=visitor(None, "late", "").session).exists()


def test_what_is_known_afterwards_may_pass_the_limit_once() -> None:
    assert has_room("tokens", Limit(100, 86_400))
    charge("tokens", Limit(100, 86_400), 5000)
    assert not has_room("tokens", Limit(100, 86_400))
    charge("tokens", Limit(100, 86_400), -5000)
    assert has_room("tokens", Limit(100, 86_400))


def test_places_come_back_also_when_their_holder_died() -> None:
    one, _two = places.take("a"), places.take("a")
    assert (places.held("a"), places.held("b")) == (2, 0)
    places.give_back(one)
    HeldPlace.objects.update(expires_at="2020-01-01T00:00Z")
    assert places.held("a") == 0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 second"), (80, "80 seconds"), (91, "2 minutes"), (3601, "61 minutes"), (9000, "3 hours")],
)
@pytest.mark.parametrize("accept", ["text/html,*/*", "application/json"])
def test_who_did_too_much_is_told_when_to_come_back(seconds: int, words: str, accept: str) -> None:
    request = RequestFactory().get("/", HTTP_ACCEPT=accept)
    request.user = AnonymousUser()
    answer = refused(request, TooOften(FEW, seconds))
    assert (answer.status_code, answer["Retry-After"]) == (429, str(seconds))
    assert words in answer.content.decode()


def refused(request: HttpRequest, error: Exception) -> Any:
    def view(_request: HttpRequest) -> HttpResponse:
        raise AssertionError

    return RefusalMiddleware(view).process_exception(request, error)
