from chat.agent.retrieval.coordination import joined


def test_an_aside_behind_what_joins_is_left_out() -> None:
    (pair,) = joined("¿Dónde abren más, en Ashby o, en verano, en Northfield?")
    assert pair[1].text == "en Northfield"
