from chat.agent.answers.formats.telling_apart import contrast


def test_numbers_tell_sentences_apart_before_words() -> None:
    told = contrast(["El grado puede llevarse 10 libros 15 días.", "El doctorado puede llevarse 35 libros 30 días."])
    assert told.own == (("10", "15"), ("35", "30"))
    assert {"llevarse", "libros", "días"} <= set(told.shared)


def test_without_numbers_words_do() -> None:
    told = contrast(["Clima mediterráneo y seco.", "Clima oceánico y variable."])
    assert (told.shared, told.own) == (("Clima",), (("mediterráneo", "seco"), ("oceánico", "variable")))
