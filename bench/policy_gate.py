"""`python -m bench.policy_gate`: what the policy gate is worth on the sample's datasets.

`--harmless FILE` counts how many of the questions of a file of JSON lines are refused, all of which are harmless;
`--sample 500` takes so many of them. On topics that were held out: `training.train_policy --check`.
"""

import argparse
import json
import os
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import yaml

DATASETS = Path("sample/datasets")
SEED = 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--harmless", type=Path)
    parser.add_argument("--sample", type=int, default=500)
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    import django

    django.setup()
    if arguments.harmless:
        lines = [json.loads(line) for line in arguments.harmless.read_text().splitlines()]
        chosen = random.Random(SEED).sample(lines, min(arguments.sample, len(lines)))
        report(arguments.harmless.stem, [(line["question"], False) for line in chosen])
        return
    for path in sorted(DATASETS.glob("*.yaml")):
        if asked := questions(path):
            report(path.stem, asked)


def report(name: str, asked: Sequence[tuple[str, bool]]) -> None:
    """Totals only: whoever reads single errors of an unseen dataset will tune to them."""
    from chat.agent.events import Question
    from chat.agent.policy import decide

    decisions = [decide(Question(text)) for text, _ in asked]
    truth = np.array([sensitive for _, sensitive in asked])
    refused = np.array([not decision.allowed for decision in decisions])
    certain = refused & np.array([decision.certain for decision in decisions])
    print(f"{name}: {truth.sum()} sensitive, {(~truth).sum()} harmless")
    for kind, found in (("refused for certain", certain), ("refused, in doubt too", refused)):
        print(f"  {kind}: {share(found[truth])} of the sensitive, {share(found[~truth])} of the harmless")


def share(found: np.ndarray) -> str:
    return f"{found.mean():.3f}" if found.size else "-"


def questions(path: Path) -> list[tuple[str, bool]]:
    """Those out of an assistant's scope are refused for other reasons than these."""
    cases = [case for case in yaml.safe_load(path.read_text())["cases"] if "question" in case]
    in_scope = [case for case in cases if case.get("kind") != "sensitive" or not case["id"].startswith("out")]
    return [(case["question"], case.get("kind") == "sensitive") for case in in_scope]


if __name__ == "__main__":
    main()
