"""Counters that drain, in the database: exact where several count at once."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from koalarag import throttling
from koalarag.models import RateCounter
from koalarag.throttling import Limit, TooOften, spend


@pytest.mark.django_db
def test_there_is_room_for_so_many_and_then_for_none() -> None:
    limit = Limit(3, seconds=3600)
    for _time in range(3):
        spend("a", limit)
    with pytest.raises(TooOften) as caught:
        spend("a", limit)
    # The room for one comes back in a third of the hour.
    assert 1190 <= caught.value.retry_after <= 1200
    spend("b", limit)


@pytest.mark.django_db
def test_what_was_refused_does_not_count() -> None:
    limit = Limit(2, seconds=3600)
    spend("a", limit, 2)
    for _time in range(5):
        with pytest.raises(TooOften):
            spend("a", limit)
    assert RateCounter.objects.get().level == pytest.approx(2, abs=0.01)


@pytest.mark.django_db
def test_room_comes_back_with_time() -> None:
    limit = Limit(2, seconds=60)
    spend("a", limit, 2)
    RateCounter.objects.update(counted_at=timezone.now() - timedelta(seconds=31))
    spend("a", limit)
    with pytest.raises(TooOften):
        spend("a", limit)


@pytest.mark.django_db
def test_what_costs_more_than_the_limit_can_be_done_alone() -> None:
    spend("a", Limit(2), 50)
    assert RateCounter.objects.get().level == 2


@pytest.mark.django_db(transaction=True)
def test_many_at_once_do_not_pass_the_limit_together() -> None:
    passed: list[int] = []

    def work(number: int) -> None:
        try:
            for _time in range(10):
                spend("a", Limit(25, seconds=36000))
                passed.append(number)
        except TooOften:
            pass
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(passed) == 25


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_began_long_ago_counts_by_the_clock() -> None:
    with transaction.atomic():
        spend("a", Limit(1000, seconds=1), 1000)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(0.05)")
        spend("a", Limit(1000, seconds=1), 40)


@pytest.mark.django_db
def test_old_counters_are_forgotten() -> None:
    spend("old", Limit(2))
    RateCounter.objects.update(counted_at=timezone.now() - timedelta(days=2))
    spend("new", Limit(2))
    assert throttling.forget() == 1
    assert RateCounter.objects.get().key == "new"
