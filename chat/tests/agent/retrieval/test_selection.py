from dataclasses import replace

from chat.agent.retrieval.searches import in_turns
from chat.tests.agent.passages import passage


def test_of_one_long_section_one_passage_is_read_or_each_once() -> None:
    first = passage("Del 3 al 7 de mayo. " * 40, title="Calendario")
    second = replace(first, chunk_id=first.chunk_id + 1000, start=first.end // 2)
    other = passage("Otro calendario.", title="Otro")
    groups = [[first, second, first], [other]]
    assert in_turns(groups, 6) == [first, other]
    assert in_turns(groups, 6, whole_sections=False) == [first, other, second]
