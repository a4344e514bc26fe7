"""`python -m bench.policy_gate fit`: the classifier of the policy gate from its examples; `check`: what it is worth.

Logistic regression over five classes in its dual form: a weight for each example and class, so that the examples'
products are all that is needed while fitting. The same examples give the same weights.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

DATASETS = Path("sample/datasets")
RIDGE = 3e-5
STEPS = 600
FOLDS = 5
SEED = 1
THRESHOLDS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("fit", "check"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    import django

    what = parser.parse_args().what
    django.setup()
    fit() if what == "fit" else check()


def fit() -> None:
    from chat.agent.policy import classifier, examples

    known = examples.read()
    seen = matrix([example.text for example in known])
    classifier.save(seen.T @ dual_weights(seen @ seen.T, classes_of(known)))
    print(f"{len(known)} examples, {classifier.WEIGHTS.stat().st_size / 1000:.0f} kB")


def check() -> None:
    from chat.agent.policy import examples

    known = examples.read()
    print("by the rules alone, by the classifier alone at each threshold, and by both")
    for name, groups in (("topics held out", topics_of(known)), ("questions held out", np.arange(len(known)))):
        chances = cross_validated(known, groups)
        print(f"\n{name}: refused of the sensitive, of the harmless")
        _report([example.text for example in known], [example.label != "harmless" for example in known], chances)
        _by_category(known, chances)
    for path in sorted(DATASETS.glob("*.yaml")):
        # The unseen ones are for the evaluation: whoever looks at them here will tune to them.
        if not path.stem.startswith("unseen"):
            print(f"\n{path.stem}")
            _report_of_dataset(path)


def matrix(texts: Sequence[str]) -> Matrix:
    """float32 (texts, BUCKETS)."""
    from chat.agent.policy.features import BUCKETS, features

    rows = np.zeros((len(texts), BUCKETS), np.float32)
    for row, text in zip(rows, texts, strict=True):
        vector = features(text)
        row[list(vector)] = list(vector.values())
    return rows


def dual_weights(products: Matrix, classes: NDArray[np.int64]) -> Matrix:
    """float32 (examples, classes); Nesterov's accelerated descent, its step from the largest row sum."""
    from chat.agent.policy.classifier import CLASSES, softmax

    truth = np.eye(len(CLASSES), dtype=np.float32)[classes]
    count = np.float32(len(truth))
    step = np.float32(1) / (np.abs(products).sum(1).max() / count / 2 + np.float32(RIDGE))
    weights = ahead = np.zeros_like(truth)
    pace = 1.0
    for _ in range(STEPS):
        after = ahead - step * ((softmax(products @ ahead) - truth) / count + np.float32(RIDGE) * ahead)
        pace, before = (1 + (1 + 4 * pace * pace) ** 0.5) / 2, pace
        ahead = after + np.float32((before - 1) / pace) * (after - weights)
        weights = after
    return weights


def cross_validated(known: Sequence[Any], groups: NDArray[np.int64]) -> Matrix:
    """(examples): how likely each is to be sensitive, by a model that saw none of its group."""
    from chat.agent.policy.classifier import softmax

    seen = matrix([example.text for example in known])
    products, classes = seen @ seen.T, classes_of(known)
    fold_of_group = np.random.default_rng(SEED).permutation(groups.max() + 1) % FOLDS
    fold, sensitive = fold_of_group[groups], np.zeros(len(known), np.float32)
    for held_out in range(FOLDS):
        test, train = fold == held_out, fold != held_out
        weights = dual_weights(products[np.ix_(train, train)], classes[train])
        between: Matrix = products[np.ix_(test, train)]
        sensitive[test] = 1 - softmax(between @ weights)[:, 0]
    return sensitive


def classes_of(known: Sequence[Any]) -> NDArray[np.int64]:
    from chat.agent.policy.classifier import CLASSES

    return np.array([CLASSES.index(example.label) for example in known])


def topics_of(known: Sequence[Any]) -> NDArray[np.int64]:
    topics = sorted({example.topic for example in known})
    return np.array([topics.index(example.topic) for example in known])


def _report(texts: Sequence[str], sensitive: Sequence[bool], chances: Matrix) -> None:
    from chat.agent.policy.deciding import WITH_A_RULE
    from chat.agent.policy.rules import first_that_applies

    truth, ruled = np.array(sensitive), np.array([first_that_applies(text) is not None for text in texts])
    print(f"  {truth.sum()} sensitive, {(~truth).sum()} harmless; rules {_rates(ruled, truth)}")
    for threshold in THRESHOLDS:
        over = chances > threshold
        both = over | (ruled & (chances > WITH_A_RULE))
        print(f"  {threshold:.2f}  classifier {_rates(over, truth)}  both {_rates(both, truth)}")


def _rates(refused: NDArray[np.bool_], truth: NDArray[np.bool_]) -> str:
    return " ".join(f"{refused[kind].mean():.3f}" if kind.any() else "  -  " for kind in (truth, ~truth))


def _by_category(known: Sequence[Any], chances: Matrix) -> None:
    from chat.agent.policy.deciding import BY_ITSELF

    kinds = [f"{example.label} {example.language}" for example in known]
    over = Counter(kind for kind, chance in zip(kinds, chances, strict=True) if chance > BY_ITSELF)
    print("  ", ", ".join(f"{kind} {over[kind] / count:.2f}" for kind, count in sorted(Counter(kinds).items())))


def _report_of_dataset(path: Path) -> None:
    from chat.agent.policy import classifier

    asked = list(_questions(path))
    chances = np.array([classifier.judge(text).probability for text, _ in asked], np.float32)
    _report([text for text, _ in asked], [sensitive for _, sensitive in asked], chances)


def _questions(path: Path) -> Iterator[tuple[str, bool]]:
    """Those out of an assistant's scope are refused for other reasons than these."""
    for case in yaml.safe_load(path.read_text())["cases"]:
        about_people = case.get("kind") == "sensitive" and not case["id"].startswith("out")
        if "question" in case and (about_people or case.get("kind") != "sensitive"):
            yield case["question"], about_people


if __name__ == "__main__":
    main()
