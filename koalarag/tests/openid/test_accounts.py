"""Whose account a provider opens, and what it may do there."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import Group, User
from django.db import connection

from koalarag import roles
from koalarag.openid.accounts import Identity, account_of
from koalarag.openid.configuration import Provider as Configured
from koalarag.tests.openid.conftest import Configure, Visitor
from koalarag.tests.openid.provider import Provider

ROLES = {"staff": ("docs-team", "it"), "reviewer": ("quality",)}


def groups_of(user: User) -> set[str]:
    return set(user.groups.values_list("name", flat=True))


def test_claims_give_roles_and_their_absence_takes_them(
    visitor: Visitor, provider: Provider, configure: Configure
) -> None:
    configure(roles=ROLES)
    provider.person["groups"] = ["everybody", "it", "quality"]
    visitor.sign_in()
    user = User.objects.get()
    assert (groups_of(user), user.is_staff, roles.role_of(user)) == ({"staff", "reviewers"}, True, "staff")
    provider.person["groups"] = ["quality"]
    Visitor().sign_in()
    user = User.objects.get()
    assert (groups_of(user), user.is_staff, roles.role_of(user)) == ({"reviewers"}, True, "reviewer")
    del provider.person["groups"]
    Visitor().sign_in()
    user = User.objects.get()
    assert (groups_of(user), user.is_staff, roles.role_of(user)) == (set(), False, "student")


def test_a_role_given_by_hand_is_overwritten_where_claims_say_who_has_it_and_other_groups_stay(
    visitor: Visitor, configure: Configure
) -> None:
    visitor.sign_in()
    user = User.objects.get()
    roles.create()
    user.groups.set(Group.objects.filter(name="staff"))
    user.groups.add(Group.objects.create(name="readers"))
    Visitor().sign_in()
    assert groups_of(user) == {"staff", "readers"}
    configure(roles=ROLES)
    Visitor().sign_in()
    assert groups_of(user) == {"readers"}


def test_a_session_with_a_role_of_a_provider_ends_within_a_day(
    visitor: Visitor, provider: Provider, configure: Configure
) -> None:
    configure(roles=ROLES)
    visitor.sign_in()
    assert visitor.client.session.get_expiry_age() > 7 * 86_400
    provider.person["groups"] = ["it"]
    visitor.sign_in()
    assert visitor.client.session.get_expiry_age() <= 86_400
    provider.person["groups"] = []
    visitor.sign_in()
    assert visitor.client.session.get_expiry_age() > 7 * 86_400


@pytest.mark.parametrize(
    ("claim", "claims"),
    [
        ("realm_access.roles", {"realm_access": {"roles": ["it"]}}),
        ("https://uni.example/roles", {"https://uni.example/roles": ["it"]}),
        ("affiliation", {"affiliation": "it"}),
    ],
)
def test_the_claim_may_be_within_another_or_a_single_text(
    visitor: Visitor, provider: Provider, configure: Configure, claim: str, claims: dict[str, Any]
) -> None:
    configure(roles=ROLES, roles_claim=claim)
    provider.person |= claims
    visitor.sign_in()
    assert groups_of(User.objects.get()) == {"staff"}


def test_a_provider_makes_nobody_a_superuser_and_no_superuser_less(
    visitor: Visitor, provider: Provider, configure: Configure
) -> None:
    configure(roles=ROLES)
    provider.person |= {"groups": ["superuser", "admin"], "is_superuser": True}
    visitor.sign_in()
    user = User.objects.get()
    assert not user.is_superuser
    User.objects.update(is_superuser=True, is_staff=True)
    Visitor().sign_in()
    user.refresh_from_db()
    assert (user.is_superuser, user.is_staff) == (True, True)


def test_where_students_are_named_nobody_else_gets_in(
    visitor: Visitor, provider: Provider, configure: Configure
) -> None:
    configure(roles={**ROLES, "student": ("student",)})
    provider.person["groups"] = ["alumni"]
    answer = visitor.sign_in()
    assert answer.status_code == 403
    assert "not open to your kind of account" in answer.content.decode()
    assert User.objects.count() == 0
    provider.person["groups"] = ["student"]
    assert visitor.sign_in().status_code == 302


@pytest.mark.parametrize(
    ("match_email", "is_verified", "is_linked"),
    [(True, True, True), (True, False, False), (True, None, False), (True, "true", False), (False, True, False)],
)
def test_an_account_of_this_site_is_opened_by_a_verified_address_where_that_is_configured(
    visitor: Visitor, provider: Provider, configure: Configure, match_email: bool, is_verified: Any, is_linked: bool
) -> None:
    local = User.objects.create_user("ana", "Ana@uni.example", "the long right one")
    configure(match_email=match_email)
    provider.person |= {"email": "ana@uni.example", "email_verified": is_verified}
    assert visitor.sign_in().status_code == 302
    assert (visitor.user_id == str(local.pk)) is is_linked
    assert User.objects.count() == (1 if is_linked else 2)
    local.refresh_from_db()
    assert local.check_password("the long right one")
    if not is_linked:
        made = User.objects.exclude(pk=local.pk).get()
        assert made.username == "ana2"
        assert made.email == ("ana@uni.example" if is_verified is True else "")


def test_an_address_opens_no_superuser_and_none_of_several_and_none_that_a_provider_opens(
    visitor: Visitor, provider: Provider, configure: Configure
) -> None:
    configure(match_email=True)
    provider.person |= {"email": "ana@uni.example", "email_verified": True}
    root = User.objects.create_superuser("root", "ana@uni.example", "the long right one")
    visitor.sign_in()
    assert visitor.user_id != str(root.pk)
    provider.person |= {"sub": "eve-2"}  # the same address, of another person at the provider
    eve = Visitor()
    eve.sign_in()
    assert eve.user_id not in (str(root.pk), visitor.user_id)
    for name in ("one", "two"):
        User.objects.create_user(name, "bo@uni.example")
    provider.person |= {"sub": "bo-3", "email": "bo@uni.example"}
    bo = Visitor()
    bo.sign_in()
    assert User.objects.get(pk=bo.user_id).username not in ("one", "two")


def test_the_name_of_an_account_here_is_not_taken_over(visitor: Visitor, provider: Provider) -> None:
    admin = User.objects.create_superuser("Admin", password="the long right one")
    provider.person["preferred_username"] = "admin"
    visitor.sign_in()
    assert visitor.user_id != str(admin.pk)
    assert User.objects.get(pk=visitor.user_id).username == "admin2"


@pytest.mark.parametrize(("wanted", "made"), [("", "user"), ("a b/c<d>", "abcd"), ("x" * 200, "x" * 140)])
def test_any_name_at_the_provider_gives_one_here(visitor: Visitor, provider: Provider, wanted: str, made: str) -> None:
    provider.person["preferred_username"] = wanted
    visitor.sign_in()
    assert User.objects.get().username == made


def test_the_same_subject_at_another_provider_is_another_person(
    visitor: Visitor, provider: Provider, configure: Configure, settings: Any
) -> None:
    SocialAccount.objects.create(user=User.objects.create_user("bo"), provider="library", uid="ana-1")
    visitor.sign_in()
    assert User.objects.get(pk=visitor.user_id).username == "ana"


def test_an_account_that_was_switched_off_stays_so(visitor: Visitor, provider: Provider) -> None:
    visitor.sign_in()
    User.objects.update(is_active=False)
    other = Visitor()
    answer = other.sign_in()
    assert answer.status_code == 403
    assert "switched off" in answer.content.decode()
    assert other.user_id is None


def test_no_more_of_a_person_is_kept_than_is_needed(visitor: Visitor, provider: Provider, configure: Configure) -> None:
    configure(roles=ROLES)
    provider.person |= {"groups": ["it", "chess club"], "birthdate": "2001-02-03", "phone_number": "+34 600 000 000"}
    visitor.sign_in()
    assert SocialAccount.objects.get().extra_data == {"roles": ["staff"]}


def test_signing_in_as_somebody_else_leaves_nothing_of_the_first(visitor: Visitor, provider: Provider) -> None:
    visitor.sign_in()
    session = visitor.client.session
    session["note"] = "of the first"
    session.save()
    provider.person = {"sub": "bo-2", "preferred_username": "bo"}
    visitor.sign_in()
    assert User.objects.get(pk=visitor.user_id).username == "bo"
    assert "note" not in visitor.client.session


@pytest.mark.django_db(transaction=True)
def test_two_first_sign_ins_at_once_make_one_account() -> None:
    provider = Configured(id="university")
    identity = Identity.of(provider, {"sub": "ana-1", "preferred_username": "ana"})

    def sign_in() -> None:
        account_of(provider, identity)
        connection.close()

    threads = [Thread(target=sign_in) for _time in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [user.username for user in User.objects.all()] == ["ana"]
