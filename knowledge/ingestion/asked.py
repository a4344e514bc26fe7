"""Questions that a document asks itself ("Can I change groups?"), each with the answer below it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from knowledge.ingestion.extract.base import Block
from knowledge.text.sentences import spans

_MAX_WORDS = 30
_CLOSING = ")]*\"'»”’ "


def with_answers(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """A question and the paragraph that follows are a group, which the question leads in."""
    found = list(blocks)
    last = max((block.group for block in blocks), default=0)
    for place, (block, following) in enumerate(pairwise(blocks)):
        if _asks(block) and following.kind == "paragraph" and not following.group and not _asks(following):
            last += 1
            found[place] = replace(block, kind="lead_in", group=last)
            found[place + 1] = replace(following, group=last)
    return tuple(found)


def _asks(block: Block) -> bool:
    """A block of one question and nothing else."""
    if block.kind not in ("paragraph", "item") or block.group or not block.text.rstrip(_CLOSING).endswith("?"):
        return False
    return len(block.text.split()) <= _MAX_WORDS and len(spans(block.text)) == 1
