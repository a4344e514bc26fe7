"""How much of each passage goes into a prompt where not all of them fit."""

from collections.abc import Sequence
from functools import lru_cache

from django.conf import settings

from knowledge.embedding.registry import get_embedder
from knowledge.retrieval.config import Passage
from knowledge.text.sentences import spans

HISTORY_TOKENS = 800
TURN_TOKENS = 300
DRAFT_TOKENS = 2000


def windows(evidence: Sequence[Passage], tokens: int = 0) -> list[tuple[int, int]]:
    """For each passage, the range of its section to include, section_text[start:end], around the retrieved chunk.

    `tokens` is the budget of all of them together, counted by the local tokenizer; 0 means settings.PROMPT_TOKENS.
    """
    places = [_tokens(passage.section_text) for passage in evidence]
    shares = _shares([len(place) for place in places], tokens or settings.PROMPT_TOKENS)
    return [_window(*one) for one in zip(evidence, places, shares, strict=True)]


def cut(text: str, tokens: int) -> str:
    """The beginning of the text that fits."""
    places = _tokens(text)
    return text if len(places) <= tokens else text[: places[tokens - 1][1]] + " (…)"


def count(text: str) -> int:
    return len(_tokens(text))


# The critic reads the same passages as the generator; an entry takes 100 bytes.
@lru_cache(maxsize=64)
def _tokens(text: str) -> list[tuple[int, int]]:
    return get_embedder().token_spans(text)


def _shares(lengths: Sequence[int], tokens: int) -> list[int]:
    """Each its full length, or an even share of what the shorter ones leave."""
    shares, left = dict[int, int](), tokens
    for done, index in enumerate(sorted(range(len(lengths)), key=lengths.__getitem__)):
        shares[index] = min(lengths[index], left // (len(lengths) - done))
        left -= shares[index]
    return [shares[index] for index in range(len(lengths))]


def _window(passage: Passage, places: Sequence[tuple[int, int]], share: int) -> tuple[int, int]:
    text = passage.section_text
    if share >= len(places):
        return 0, len(text)
    first = sum(end <= passage.start for _start, end in places)
    last = sum(start < passage.end for start, _end in places)
    spare = max(0, share - (last - first))
    # As much before as after; what one side does not need goes to the other.
    begin = max(0, min(first - spare // 2, len(places) - share))
    end = min(len(places), begin + share)
    return _whole_sentences(text, places[begin][0], places[end - 1][1])


def _whole_sentences(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without sentences that it would cut in two; unchanged where nothing would be left."""
    inside = [(first, last) for first, last in spans(text) if first >= start and last <= end]
    return (inside[0][0], inside[-1][1]) if inside else (start, end)
