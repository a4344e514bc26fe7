"""Documents that take too much, and documents that a worker dies of: neither holds up the others."""

from io import BytesIO
from unittest.mock import patch

import pytest
from PIL import Image
from pytest_django import Settings

from knowledge.ingestion import intake, lanes, pipeline, vectors
from knowledge.ingestion.extract import errors, formats
from knowledge.models import Collection, Document, State
from koalarag.tests.test_safe_yaml import BOMB

pytestmark = pytest.mark.django_db
PLAZO = "El préstamo ordinario dura quince días. Se renueva una sola vez por otros quince."


@pytest.fixture
def collection() -> Collection:
    return Collection.objects.create(slug="rules", name="Rules")


def put(collection: Collection, name: str, text: str = PLAZO) -> int:
    return intake.receive(collection, name, text.encode()).document_id


def indexed(collection: Collection, text: str, name: str = "a.txt") -> Document:
    pk = put(collection, name, text)
    pipeline.index(pk)
    return Document.objects.get(pk=pk)


def states() -> dict[str, str]:
    return dict(Document.objects.values_list("file_name", "state"))


def test_an_alias_bomb_in_front_matter_fails_alone(collection: Collection) -> None:
    ids = [put(collection, "bomb.md", f"---\n{BOMB}title: *i\n---\nTexto."), put(collection, "good.md")]
    pipeline.index_group(ids)
    assert states() == {"bomb.md": State.FAILED, "good.md": State.INDEXED}
    assert "line 3: aliases" in Document.objects.get(pk=ids[0]).error


def test_no_format_is_read_in_the_worker_itself(collection: Collection) -> None:
    with patch.object(formats, "extractor", side_effect=AssertionError):
        for name, text in (("a.md", PLAZO), ("b.txt", PLAZO), ("c.html", f"<html><p>{PLAZO}</p></html>")):
            assert indexed(collection, text, name).state == State.INDEXED


@pytest.mark.parametrize(
    ("limit", "text"),
    [("MAX_TEXT_CHARACTERS", PLAZO), ("MAX_BLOCKS", "- uno\n- dos\n- tres"), ("MAX_CHUNKS", PLAZO * 20)],
)
def test_a_document_that_is_too_large_is_refused_with_the_limits_name(
    collection: Collection, settings: Settings, limit: str, text: str
) -> None:
    setattr(settings, limit, 1)
    document = indexed(collection, text, "a.md")
    assert document.state == State.FAILED
    assert f"raise {limit}." in document.error


def test_a_picture_of_far_more_points_than_bytes_is_named_so(collection: Collection) -> None:
    target = BytesIO()
    Image.new("1", (20_000, 20_000)).save(target, "PNG")
    pk = intake.receive(collection, "a.png", target.getvalue()).document_id
    pipeline.index(pk)
    assert Document.objects.get(pk=pk).error == errors.TooMuchUnpacked.message


def test_embedding_one_document_has_a_time(collection: Collection, settings: Settings) -> None:
    settings.EMBEDDING_DOCUMENT_SECONDS = 0
    with patch.object(vectors, "BATCH", 1):
        document = indexed(collection, PLAZO * 20)
    assert (document.state, document.error) == (State.FAILED, vectors.TOOK_TOO_LONG)


def index_and_die(document_ids: list[int], culprit: int) -> None:
    """As a worker that is killed while it is at `culprit`, and whose task is then delivered again."""
    real = pipeline._prepare

    def deadly(document: Document, found: object) -> object:
        if document.pk == culprit:
            raise SystemExit
        return real(document, found)  # type: ignore[arg-type]

    with patch.object(pipeline, "_prepare", deadly), pytest.raises(SystemExit):
        pipeline.index_group(document_ids)


def test_a_document_that_two_workers_died_of_is_set_aside_and_the_others_go_on(collection: Collection) -> None:
    ids = [put(collection, name) for name in ("a.txt", "deadly.txt", "c.txt")]
    index_and_die(ids, ids[1])
    assert set(states().values()) == {State.PROCESSING}
    index_and_die(ids, ids[1])
    pipeline.index_group(ids)
    assert states() == {"a.txt": State.INDEXED, "deadly.txt": State.FAILED, "c.txt": State.INDEXED}
    assert Document.objects.get(pk=ids[1]).error == pipeline.SET_ASIDE
    assert intake.again(Document.objects.filter(pk=ids[1])) == 1
    pipeline.index(ids[1])
    assert states()["deadly.txt"] == State.INDEXED
    assert set(Document.objects.values_list("attempts", flat=True)) == {0}


def test_a_large_document_waits_for_a_lane_and_a_small_one_does_not(collection: Collection) -> None:
    large, small = put(collection, "large.txt", f"{PLAZO}\n\n" * 7000), put(collection, "small.txt")
    assert lanes._lanes.acquire(blocking=False)
    try:
        lanes.index([large, small])
        assert states() == {"large.txt": State.WAITING, "small.txt": State.INDEXED}
    finally:
        lanes._lanes.release()
    with patch.object(pipeline, "index") as index:
        lanes.index([])
    index.assert_called_once_with(large)


def test_a_small_file_that_turns_out_to_be_large_is_left_to_a_lane(collection: Collection) -> None:
    ids = [put(collection, "swells.txt", PLAZO * 30), put(collection, "small.txt")]
    with patch.object(pipeline, "LARGE_CHUNKS", 1):
        pipeline.index_group(ids, leave_large=True)
        assert states() == {"swells.txt": State.WAITING, "small.txt": State.INDEXED}
        lanes.index([])
    assert set(states().values()) == {State.INDEXED}
