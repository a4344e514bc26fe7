"""What is read of the guides for an answer."""

from collections.abc import Callable

import pytest
from django.test.utils import CaptureQueriesContext

from chat.models import Assistant
from chat.tests.trips import test_itinerary as guides
from chat.tests.trips.test_conversations import places, talk
from knowledge.models import Section

assistant = guides.assistant
TITLES = 'SELECT DISTINCT "knowledge_section"."title"'


@pytest.mark.django_db
def test_one_answer_reads_the_titles_of_the_sections_once_and_the_next_reads_them_anew(
    assistant: Assistant, django_assert_max_num_queries: Callable[..., CaptureQueriesContext]
) -> None:
    with django_assert_max_num_queries(200) as asked:
        (answer,) = talk("2 días en Brisbane")
    assert places(answer) == ["Brisbane", "Brisbane"]
    titles = [sql for query in asked.captured_queries if (sql := query["sql"]).startswith(TITLES)]
    assert len(set(titles)) == len(titles) > 0
    Section.objects.filter(title="Ver", document__title="Brisbane").update(title="Comprar")
    (answer,) = talk("2 días en Brisbane")
    assert answer.status == "clarify"
