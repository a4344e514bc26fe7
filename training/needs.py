"""`python -m training.needs fit|check`: the classifier of who may need a person, from the examples in the repository.

Ordinary are here the examples of the policy gate and of what questions ask for, but for requests of advice, among which
there are some of people in need, and a part of the reader's questions, many of which were typed in haste. `check` says
what it is worth on topics that were held out.
"""

import argparse
import os
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import numpy as np

from training.examples import written
from training.question_examples import Example, read
from training.questions import material

NEEDS = Path("chat/agent/policy/need_examples")
OTHERS = (Path("chat/agent/policy/examples"), Path("chat/agent/understanding/examples/asked_for"))
QUESTIONS = Path("training/questions")
OTHER = "other "
SHARE = 6
"""One of so many of the reader's questions is taken."""
RIDGE = 1e-4
# What all of either together count for, in examples of ours: they are about other things.
OTHERS_WEIGHT, QUESTIONS_WEIGHT = 1000, 125


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("fit", "check"))
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    import django

    django.setup()
    examples = all_examples()
    fit(examples) if arguments.what == "fit" else check(examples)


def all_examples() -> list[Example]:
    from chat.agent.policy.needs import said_need

    others = [one for folder in OTHERS for one in read(folder) if one.label != "advice" and not said_need(one.text)]
    questions = [one for one in _questions() if not said_need(one.text)]
    return [*read(NEEDS), *_ordinary(others, OTHERS_WEIGHT), *_ordinary(questions, QUESTIONS_WEIGHT)]


def _questions() -> list[Example]:
    items = [item for path in sorted(QUESTIONS.glob("*.yaml")) for item in written(path)]
    taken = [item for item in items if crc32(item["question"].encode()) % SHARE == 0]
    return [Example(item["question"], item["lang"], "question", item["document"]) for item in taken]


def _ordinary(examples: list[Example], weight: float) -> list[Example]:
    each = weight / sum(one.weight for one in examples)
    return [replace(one, label="harmless", topic=f"{OTHER}{one.topic}", weight=one.weight * each) for one in examples]


def fit(examples: list[Example]) -> None:
    from chat.agent.policy.needs import WEIGHTS
    from chat.agent.question_classifier import save
    from training import logistic

    names, vectors, classes, weights = material(examples)
    save(WEIGHTS, names, logistic.fit(vectors, classes, weights, RIDGE))
    print(f"{len(examples)} examples, {WEIGHTS.stat().st_size / 1000:.0f} kB")


def check(examples: list[Example]) -> None:
    """How many of each file are taken for somebody's need: by the classifier and words, so surely that the card comes
    first whatever the documents say, and by words alone."""
    from chat.agent.policy.needs import ALONE_THRESHOLD, SURE_THRESHOLD, WITH_WORDS_THRESHOLD, said_need
    from training import logistic

    names, vectors, classes, weights = material(examples)
    found = logistic.held_out(vectors, classes, weights, [example.topic for example in examples], RIDGE)
    needed = found[:, [number for number, name in enumerate(names) if name not in ("harmless", "service")]].sum(1)
    said = np.array([said_need(example.text) is not None for example in examples])
    taken, surely = (
        np.where(said, needed >= WITH_WORDS_THRESHOLD, needed > alone) for alone in (ALONE_THRESHOLD, SURE_THRESHOLD)
    )
    files = np.array(["others" if example.topic.startswith(OTHER) else example.label for example in examples])
    for file in np.unique(files):
        chosen = files == file
        first = f"surely {surely[chosen].mean():.4f}; by words alone {said[chosen].mean():.3f}"
        print(f"{file}: {taken[chosen].mean():.3f} of {chosen.sum()}; {first}")


if __name__ == "__main__":
    main()
