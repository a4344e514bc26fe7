from datetime import date

import pytest

from chat.trips.events import falls_on


@pytest.mark.parametrize(
    ("text", "first", "last", "falls"),
    [
        ("Se celebra en junio.", (2027, 6, 1), (2027, 6, 3), True),
        ("Se celebra en junio.", (2027, 7, 1), (2027, 7, 3), False),
        ("Desde finales de mayo hasta mediados de junio.", (2027, 5, 10), (2027, 5, 14), False),
        ("Desde finales de mayo hasta mediados de junio.", (2027, 6, 18), (2027, 6, 25), True),
        ("Desde finales de mayo hasta mediados de junio.", (2027, 6, 21), (2027, 6, 25), False),
        ("De noviembre a febrero.", (2027, 1, 5), (2027, 1, 6), True),
        ("El 31 de diciembre, fuegos artificiales.", (2026, 12, 28), (2027, 1, 2), True),
        ("La Bienal se celebra los años pares, desde marzo.", (2027, 3, 5), (2027, 3, 6), False),
        ("La Bienal se celebra los años pares, desde marzo.", (2028, 3, 5), (2028, 3, 6), True),
        ("Alrededor de Semana Santa.", (2027, 3, 27), (2027, 3, 29), True),
        ("Floriade runs from mid-September to mid-October.", (2027, 10, 1), (2027, 10, 2), True),
        ("Hay conciertos.", (2027, 6, 1), (2027, 6, 3), False),
    ],
)
def test_an_event_falls_on_the_days_it_is_told_of(
    text: str, first: tuple[int, int, int], last: tuple[int, int, int], falls: bool
) -> None:
    assert falls_on(text, date(*first), date(*last)) is falls
