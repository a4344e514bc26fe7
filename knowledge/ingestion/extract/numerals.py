"""How lists count: 1, a, A, i or I."""

_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
    (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
_MAX = 5000


def numeral(number: int, form: str) -> str:
    """`number` as a list writes it whose first item is `form`."""
    match form:
        case "a" if 0 < number <= _MAX:
            return _letters(number)
        case "A" if 0 < number <= _MAX:
            return _letters(number).upper()
        case "i" if 0 < number <= _MAX:
            return _roman(number).lower()
        case "I" if 0 < number <= _MAX:
            return _roman(number)
        case _:
            return str(number)


def number_of(text: str) -> int:
    """What figures or Roman numerals up to 100 say; 0 for anything else."""
    return int(text) if text.isdecimal() else _NUMBERS.get(text, 0)


def _letters(number: int) -> str:
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def _roman(number: int) -> str:
    text = ""
    for value, sign in _ROMAN:
        text += sign * (number // value)
        number %= value
    return text


_NUMBERS = {_roman(number): number for number in range(1, 101)}
