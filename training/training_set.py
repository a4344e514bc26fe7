"""The examples of one pass, and its batches."""

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from knowledge.embedding.e5_tokenizer import Tokenizer
from training import examples
from training.encoding import Encoded, encode
from training.examples import Example

SEED = 20
BATCH_TOKENS = 2600
OWN_COPIES = 2
"""Times that a question over the sample is seen in a pass, each time in another window of its section."""
RETRIEVED_SHARE = 0.35
ELSEWHERE_SHARE = 0.5
"""Of own questions, those that are also put to a passage of another document."""


@dataclass(frozen=True)
class Sources:
    reading: Path
    questions: Path
    sections: Path

    def examples(self) -> list[Example]:
        found = examples.encyclopaedic(self.reading, random.Random(SEED))
        return [*found, *examples.own(self.questions, self.sections)]


def encoded_pass(sources: Sources, number: int, tokenizer: Tokenizer) -> list[Encoded]:
    """Paragraphs are the same in every pass, the windows of own questions are not."""
    learned = [example for example in sources.examples() if not example.held_out]
    paragraphs = [example for example in learned if example.source == "encyclopaedic"]
    own = [example for example in learned if example.source == "own"]
    chance = random.Random(SEED)
    paragraphs += examples.negatives(paragraphs, RETRIEVED_SHARE, 1, chance)
    found = [encode(example, tokenizer, chance) for example in paragraphs]
    chance = random.Random(SEED + 1 + number)
    retrieved = [*examples.negatives(own, 1, 1, chance), *examples.elsewhere(own, ELSEWHERE_SHARE, chance)]
    return found + [encode(example, tokenizer, chance) for example in own * OWN_COPIES + retrieved]


def batches(encoded: Sequence[Encoded], number: int) -> list[list[list[Encoded]]]:
    """Steps of about BATCH_TOKENS tokens, each of one or more stacks of texts of one length."""
    chance = random.Random(SEED + 100 + number)
    by_length = defaultdict(list)
    for item in encoded:
        by_length[len(item.ids)].append(item)
    stacks = []
    for length, items in sorted(by_length.items()):
        chance.shuffle(items)
        size = BATCH_TOKENS // length
        stacks += [items[start : start + size] for start in range(0, len(items), size)]
    chance.shuffle(stacks)
    steps: list[list[list[Encoded]]] = [[]]
    tokens = 0
    for stack in stacks:
        if tokens and tokens + len(stack) * len(stack[0].ids) > 1.1 * BATCH_TOKENS:
            steps.append([])
            tokens = 0
        steps[-1].append(stack)
        tokens += len(stack) * len(stack[0].ids)
    return steps
