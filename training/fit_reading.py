"""`python -m training.fit_reading [--real FOLDER]`: fits the weights of chat/agent/answers/reading.py.

Fitted on half of those of training/questions that the reader model was not trained on, which takes ten minutes, each
asked of its document's own collection, as an organisation's are; `manage.py prepare` has indexed the sample, and each
folder of training/documents is in the collection of its name. Printed are figures of questions whose
document was held out, and of those of FOLDER over its documents, which stand in the collection `real`: its
questions.jsonl says which document holds which answer. Nothing is fitted on them.
"""

import argparse
import json
import os
import pickle
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import yaml

from training.examples import is_held_out, written
from training.listwise import area_under_curve, fit_listwise, fit_logistic

QUESTIONS = Path("training/questions")
DATASETS = {"trust": ("guides", "regulations"), "regulations": ("regulations",), "guides": ("guides",)}
"""of the sample, with their collections, for their questions that no document answers; `unseen` is left to judge by"""
OWN = (
    "abroad",
    "announcements",
    "bylaws",
    "calendars",
    "calls",
    "charters",
    "classes",
    "courses",
    "crossing",
    "desks",
    "editions",
    "faculties",
    "fees",
    "galician",
    "grids",
    "guidebooks",
    "handouts",
    "laws",
    "leaflets",
    "lists",
    "manuals",
    "modules",
    "notices",
    "offices",
    "organisations",
    "overviews",
    "portals",
    "procedures",
    "requirements",
    "roles",
    "rules",
    "services",
    "situations",
    "statutes",
    "studies",
    "successions",
    "syllabi",
    "timetables",
)
"""documents of training/, which candidates.py searches together"""
REAL, TRAINING = ("real",), "training"
SHARE = 2
"""One of so many questions is taken."""
PASSAGES, DEPTH, FOLDS, RIDGE = 12, 30, 6, 3.0


@dataclass(frozen=True)
class Case:
    question: str
    collections: tuple[str, ...]
    documents: tuple[str, ...]
    answers: tuple[str, ...]
    """any of which answers; none: no document does"""
    stretch: str = ""
    """of the document, where the answer stands; elsewhere the same words are none"""


@dataclass(frozen=True)
class Measured:
    case: Case
    rows: np.ndarray
    right: np.ndarray


def cases(real: Path | None) -> Iterator[Case]:
    for path in sorted(QUESTIONS.glob("*.yaml")):
        for item in written(path):
            # Of the others the reader model knows the answers by heart.
            if not is_held_out(item["document"]) or not _is_taken(item["question"]):
                continue
            collections = (path.stem,)
            if item["answer"]:
                items = tuple(line.strip(" -–•*") for line in str(item["answer"]).split("\n"))
                yield Case(item["question"], collections, (item["document"],), items, item["quote"])
            elif path.stem in OWN:  # those of the sample may have an answer in another document
                yield Case(item["question"], collections, (), ())
    for name, collections in DATASETS.items():
        dataset = yaml.safe_load(Path(f"sample/datasets/{name}.yaml").read_text(encoding="utf-8"))
        for case in dataset["cases"]:
            if case.get("kind") == "unanswerable" and _is_taken(case["question"]):
                yield Case(case["question"], collections, (), ())
    if real:
        for line in (real / "questions.jsonl").read_text(encoding="utf-8").splitlines():
            yield _real(json.loads(line))


def _is_taken(question: str) -> bool:
    return crc32(question.encode()) % SHARE == 0


def _real(q: dict[str, Any]) -> Case:
    if not q["answerable"]:
        return Case(q["question"], REAL, (), ())
    wanted = [*q["answers"], *q["other_forms"]] or [x for x in q["all_of"] if isinstance(x, str)]
    documents = tuple(filter(None, (q["document"], q.get("document2"))))
    return Case(q["question"], REAL, documents, tuple(wanted))


def evidence_for(question: str, slugs: Sequence[str], document: str = "") -> Sequence[Any]:
    """The passages that an answer is made of; of one document alone where its name is given."""
    from asgiref.sync import async_to_sync

    from chat.agent.retrieval.families import split
    from knowledge.models import Collection, Document, Visibility
    from knowledge.retrieval.config import Scope, SearchConfig
    from knowledge.retrieval.search import search

    collections = Collection.objects.filter(slug__in=slugs).values_list("pk", flat=True)
    named = Document.objects.filter(external_id=document, collection__in=collections).values_list("pk", flat=True)
    scope = Scope(tuple(collections), tuple(Visibility.values), documents=tuple(named) if document else ())
    found = async_to_sync(search)(question, scope, DEPTH, SearchConfig())
    return split(found, PASSAGES, "", "")[0]


def measure(case: Case) -> Measured | None:
    from chat.agent.answers.measures import measured, quotes_in

    evidence = evidence_for(case.question, case.collections)
    quotes = quotes_in(evidence)
    if not quotes:
        return None
    right = [_answers(case, quote) for quote in quotes]
    return Measured(case, measured(case.question, evidence, quotes), np.array(right))


def _answers(case: Case, quote: Any) -> bool:
    from chat.agent.answers.passages import announced_by

    if quote.passage.document not in case.documents:
        return False
    announced, stretch, own = announced_by(quote), folded(case.stretch), folded(quote.text)
    if case.stretch and stretch not in own and own not in stretch:
        return False
    text = folded(f"{announced.text if announced else ''} {quote.text}")
    return any(folded(answer) in text for answer in case.answers)


def folded(text: str) -> str:
    from knowledge.text.terms import fold, words

    return f" {' '.join(map(fold, words(text)))} "


def fit(found: Sequence[Measured]) -> dict[str, Any]:
    from chat.agent.answers.measures import NAMES, ONLY_TELLING
    from chat.agent.answers.reading import telling

    ranks = np.array([name not in ONLY_TELLING for name in NAMES])
    every = np.concatenate([one.rows for one in found])
    means, scales = every.mean(0), every.std(0) + 1e-9
    decided = [one for one in found if one.right.any() and not one.right.all()]
    ranking = fit_listwise(
        [(one.rows - means) / scales * ranks for one in decided], [one.right for one in decided], RIDGE
    )
    typical = float(np.mean([np.median((one.rows - means) / scales @ ranking) for one in found]))
    features, truth = [], []
    for one in found:
        scaled = (one.rows - means) / scales
        logits = scaled @ ranking
        features.append(telling(logits, scaled, typical))
        truth.append(bool(one.right[np.argsort(-logits)[:3]].any()))
    answerable = fit_logistic(np.array(features), np.array(truth), RIDGE)
    fitted = {"means": means, "scales": scales, "ranking": ranking, "answerable": answerable}
    rounded = {name: [round(float(value), 6) for value in values] for name, values in fitted.items()}
    return {**rounded, "typical": round(typical, 6)}


def held_out(found: Sequence[Measured], name: str) -> None:
    """Of the cases of one kind: the share whose best 1, 2, 3 quotes answer, and how well confidence tells."""
    from chat.agent.answers.reading import stored_weights

    documents = sorted({one.case.documents[:1] or (one.case.question,) for one in found})
    fold_of = dict(zip(documents, np.random.default_rng(0).permutation(len(documents)) % FOLDS, strict=True))
    hits = {1: 0, 2: 0, 3: 0, 5: 0}
    sure, truth, answered = [], [], []
    for fold in range(FOLDS):
        inside = [one for one in found if fold_of[one.case.documents[:1] or (one.case.question,)] == fold]
        stored = fit([one for one in found if one not in inside and one.case.collections != REAL])
        weights = stored_weights(stored)
        for one in inside:
            if _of(one) != name:
                continue
            scaled = weights.scaled(one.rows)
            logits = scaled @ weights.ranking
            order = np.argsort(-logits)
            sure.append(weights.confidence(logits, scaled))
            truth.append(bool(one.case.documents))
            answered.append(bool(one.right[order[:3]].any()))
            for count in hits:
                hits[count] += bool(one.right[order[:count]].any())
    total = sum(truth)
    print(name, {count: round(hit / total, 3) for count, hit in hits.items()}, "of", total, end="; ")
    if total < len(truth):
        print("area under the curve", round(area_under_curve(np.array(sure), np.array(truth)), 3), end="; ")
    for threshold in (0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6):
        kept = [value >= threshold for value in sure]
        right = sum(k and a and t for k, a, t in zip(kept, answered, truth, strict=True)) / total
        alone = [not k for k, t in zip(kept, truth, strict=True) if not t]
        left = f"/{sum(alone) / len(alone):.2f}" if alone else ""
        print(f"{threshold}: {right:.2f}{left}", end="  ")
    print()


def _of(one: Measured) -> str:
    """The collection; one word for all those of training/."""
    return TRAINING if one.case.collections[0] in OWN else one.case.collections[0]


def _remembered(arguments: argparse.Namespace) -> list[Measured]:
    if arguments.rows and arguments.rows.exists():
        return pickle.loads(arguments.rows.read_bytes())
    found = [one for case in cases(arguments.real) if (one := measure(case))]
    if arguments.rows:
        arguments.rows.write_bytes(pickle.dumps(found))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, help="a folder with questions.jsonl")
    parser.add_argument("--rows", type=Path, help="a file that keeps what was measured for the next time")
    parser.add_argument("--check", action="store_true", help="only say what the weights would be worth")
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    from koalarag.localserver import connection, postgres

    with nullcontext() if connection.is_external() else postgres.server(connection.data_dir()):
        import django

        django.setup()
        from chat.agent.answers.measures import NAMES
        from chat.agent.answers.reading import WEIGHTS

        found = _remembered(arguments)
        for name in sorted({_of(one) for one in found}):
            held_out(found, name)
        stored = fit([one for one in found if one.case.collections != REAL])
        for label, weight in sorted(zip(NAMES, stored["ranking"], strict=True), key=lambda pair: -abs(pair[1])):
            print(f"{label:15s} {weight:+.2f}")
        print("answerable", stored["answerable"])
        if not arguments.check:
            WEIGHTS.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
