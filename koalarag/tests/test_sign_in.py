"""Guessing passwords is limited, and whoever knows his own gets in all the same."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from koalarag import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def owner(quick_passwords: None) -> User:
    return User.objects.create_user("ana", password="the long right one")


def attempt(password: str, address: str = "192.0.2.1", client: Client | None = None, name: str = "ana") -> Any:
    sent = {"username": name, "password": password}
    return (client or Client()).post("/sign-in/", sent, REMOTE_ADDR=address)


def statuses(number: int, address: str = "192.0.2.1", **sent: Any) -> list[int]:
    return [attempt(f"wrong {time}", address, **sent).status_code for time in range(number)]


def test_guesses_from_an_address_end_after_ten_in_words_and_with_a_time(owner: User) -> None:
    assert statuses(12) == [200] * 10 + [429] * 2
    refused = attempt("wrong")
    assert 80 <= int(refused["Retry-After"]) <= 90
    assert "Try again in" in refused.content.decode()
    assert attempt("the long right one").status_code == 429


def test_the_owner_gets_in_from_elsewhere_while_one_address_guesses(owner: User) -> None:
    statuses(30)
    assert attempt("the long right one", "198.51.100.7").status_code == 302


def test_the_owner_gets_in_from_a_new_address_while_many_guess(owner: User) -> None:
    for number in range(40):
        statuses(5, f"203.0.113.{number}")
    assert statuses(3, "203.0.113.200") == [200, 429, 429]
    assert attempt("the long right one", "198.51.100.7").status_code == 302


def test_a_device_that_signed_in_before_has_tries_of_its_own(owner: User) -> None:
    device = Client()
    assert attempt("the long right one", client=device).status_code == 302
    device.cookies.pop("sessionid")
    statuses(30)
    assert attempt("wrong", client=device).status_code == 200
    assert attempt("the long right one", client=device).status_code == 302


def test_its_cookie_helps_with_no_other_account(owner: User) -> None:
    User.objects.create_user("eve", password="the other right one")
    device = Client()
    assert attempt("the other right one", client=device, name="eve").status_code == 302
    statuses(30)
    assert attempt("wrong", client=device).status_code == 429


def test_many_accounts_from_one_address_are_one_guesser(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in, "TRIES_OF_ADDRESS", sign_in.Limit(20, 900))
    tried = [attempt("wrong", name=f"somebody{number}").status_code for number in range(25)]
    assert tried == [200] * 20 + [429] * 5


def test_who_signs_in_often_is_no_guesser(owner: User) -> None:
    assert {attempt("the long right one").status_code for _time in range(25)} == {302}


def test_addresses_of_one_ipv6_network_are_one(owner: User) -> None:
    tried = [attempt("wrong", f"2001:db8::{number}").status_code for number in range(1, 13)]
    assert tried == [200] * 10 + [429] * 2


def test_the_administration_has_no_other_door(owner: User, client: Client) -> None:
    answer = client.post("/admin/login/?next=/admin/chat/", {"username": "ana", "password": "wrong"})
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/?next=/admin/chat/")


@pytest.mark.parametrize("weak", ["short-one", "password123", "12345678901"])
def test_weak_passwords_are_refused(weak: str) -> None:
    from django.contrib.auth.password_validation import ValidationError, validate_password

    with pytest.raises(ValidationError):
        validate_password(weak)


def test_who_is_signed_in_and_may_not_open_a_page_is_told_so(owner: User, client: Client) -> None:
    client.force_login(owner)
    page = client.get("/admin/", follow=True).content.decode()
    assert "You are signed in as ana, and that account may not open this page." in page
    assert "may not open" not in client.get("/sign-in/").content.decode()
    assert "may not open" not in Client().get("/admin/", follow=True).content.decode()
