"""Words that stand for a figure, a unit or a date in Galician, Spanish and English, folded."""

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "xaneiro enero january jan ene xan",
            "febreiro febrero february feb",
            "marzo march mar",
            "abril april abr apr",
            "maio mayo may mai",
            "xuno junio june jun xun",
            "xullo julio july jul xul",
            "agosto august ago aug",
            "setembro septiembre setiembre september sep sept set",
            "outubro octubre october oct out",
            "novembro noviembre november nov",
            "decembro diciembre december dec dic dez",
        ),
        start=1,
    )
    for name in names.split()
}
# Short for a month only beside a day: "may" and "set" are words of their own.
LONG_MONTHS = {name: number for name, number in MONTHS.items() if len(name) > 3 and name != "sept"}

WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "luns lunes monday mondays",
            "martes tuesday tuesdays",
            "mercores miercoles wednesday wednesdays",
            "xoves jueves thursday thursdays",
            "venres viernes friday fridays",
            "sabado sabados saturday saturdays",
            "domingo domingos sunday sundays",
        ),
        start=1,
    )
    for name in names.split()
}

UNITS = {
    word: unit
    for unit, words in {
        "%": "% porcento",
        "eur": "€ euro euros eur",
        "day": "dia dias day days",
        "hour": "h hora horas hour hours",
        "minute": "min minuto minutos minute minutes",
        "week": "semana semanas week weeks",
        "month": "mes meses month months",
        "year": "ano anos year years",
        "credit": "ects credito creditos credit credits",
        "point": "punto puntos point points",
        "km": "km quilometro quilometros kilometro kilometros kilometre kilometres",
        "page": "paxina paxinas pagina paginas page pages",
        "book": "libro libros book books",
        "degree": "°c ºc",
    }.items()
    for word in words.split()
}


def _counted(*words: str) -> dict[str, int]:
    return {word: number for number, said in enumerate(words) for word in said.split("|") if word}


_GL = _counted(
    *"cero un|unha|unhas dous|duas tres catro cinco seis sete oito nove dez once doce trece catorce quince dezaseis "
    "dezasete dezaoito dezanove vinte".split()
) | {"trinta": 30, "corenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70, "oitenta": 80, "noventa": 90}
_ES = _counted(
    *"cero un|una|uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis "
    "diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis "
    "veintisiete veintiocho veintinueve".split()
) | {"treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70, "ochenta": 80, "noventa": 90}
_EN = _counted(
    *"zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty".split()
) | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_HUNDREDS = {"cen": 100, "cento": 100, "cien": 100, "ciento": 100, "hundred": 100, "mil": 1000, "thousand": 1000}

COUNTS = {"gl": _GL | {"cen": 100, "mil": 1000}, "es": _ES | {"cien": 100, "mil": 1000}, "en": _EN | _HUNDREDS}
ANY_COUNT = _EN | _ES | _GL | _HUNDREDS
AND = frozenset({"y", "e", "and"})
# Articles and pronouns before they are figures.
NO_COUNT = frozenset({"un", "una", "uno", "unha", "unhas", "one", "zero", "cero"})

ORDINALS = {
    word: number
    for number, words in enumerate(
        (
            "primeiro primeira primeros primero primera primer first",
            "segunda second",
            "terceiro terceira tercero tercera tercer third",
            "cuarto cuarta fourth",
            "quinto quinta fifth",
            "sexto sexta sixth",
            "setimo septimo septima sevenths seventh",
            "oitavo octavo octava eighth",
        ),
        start=1,
    )
    for word in words.split()
}
# "segundo" is "according to" as well, so only a source's is read as a figure.
ANY_ORDINAL = ORDINALS | {"segundo": 2, "segundos": 2}
ROMAN = {roman: number for number, roman in enumerate("I II III IV V VI VII VIII IX X XI XII".split(), start=1)} | {
    roman: number for number, roman in enumerate("XIII XIV XV XVI XVII XVIII XIX XX XXI".split(), start=13)
}
