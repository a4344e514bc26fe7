"""What the search finds for each question of training/questions, as the reader model is given it.

Run it after what dump_sections.py asks for: `python -m training.candidates FILE [--questions FOLDER]`. A line of FILE
is a question with its texts; of each text its quotes, as characters, and where in them the answer stands.
"""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import django

from koalarag.localserver import connection, postgres
from training.examples import is_held_out, place, written
from training.fit_reading import OWN, QUESTIONS, folded

SEVERAL = 2
"""items of a list that answer, and the list itself is the answer"""
MIN_TELLING = 8
"""Characters of an answer that is not shorter than this: elsewhere it may be right too, and is not learnt from."""


def candidates(item: dict[str, Any], collections: tuple[str, ...], own: str) -> dict[str, Any]:
    """Where no text found holds the answer, the document's own collection is searched alone, then the document.

    What its document does not answer is searched in that alone: another document may answer it.
    """
    return {
        "question": item["question"],
        "lang": item["lang"],
        "document": item["document"],
        "answerable": item["answer"] is not None,
        "held_out": is_held_out(item["document"]),
        "texts": _found(item, collections, own),
    }


def _found(item: dict[str, Any], collections: tuple[str, ...], own: str) -> list[dict[str, Any]]:
    texts = _texts(item, collections) if item["answer"] else []
    if item["answer"] and not _hold_the_answer(texts) and len(collections) > 1:
        texts = _texts(item, (own,))
    return texts if _hold_the_answer(texts) else _texts(item, (own,), item["document"])


def _hold_the_answer(texts: Sequence[dict[str, Any]]) -> bool:
    return any(quote[2] == "right" for one in texts for quote in one["quotes"])


def _texts(item: dict[str, Any], collections: tuple[str, ...], document: str = "") -> list[dict[str, Any]]:
    from chat.agent.answers.measures import quotes_in
    from chat.agent.answers.reader_texts import reader_texts
    from training.fit_reading import evidence_for

    quotes = quotes_in(evidence_for(item["question"], collections, document))
    texts = []
    for one in reader_texts(quotes) if quotes else ():
        found = [
            [quote.start + one.offset, quote.end + one.offset, *_answer_in(quote, item, one.offset)]
            for quote in one.quotes
        ]
        texts.append({"text": one.text, "quotes": [*found, *_lead_ins(one, [verdict for _, _, verdict, *_ in found])]})
    return texts


def _lead_ins(one: Any, verdicts: list[str]) -> Iterator[list[Any]]:
    """What announces a list of which several items answer is right as well; unknown, where one does."""
    from chat.agent.answers.passages import announced_by

    announced: dict[tuple[int, int], list[str]] = {}
    for quote, verdict in zip(one.quotes, verdicts, strict=True):
        if lead := announced_by(quote):
            announced.setdefault((lead.start + one.offset, lead.end + one.offset), []).append(verdict)
    for (start, end), items in announced.items():
        if start > one.text.find("\n"):
            answers = items.count("right") >= SEVERAL
            yield [start, end, "right" if answers else "wrong" if set(items) == {"wrong"} else "unknown"]


def _answer_in(quote: Any, item: dict[str, Any], offset: int) -> list[Any]:
    """ "right" with the characters of the answer, "unknown" where the same words stand elsewhere, or "wrong"."""
    if not item["answer"]:
        return ["wrong"]
    lines = [line.strip(" -–•*") for line in str(item["answer"]).split("\n") if line.strip(" -–•*")]
    own, stretch = folded(quote.text), folded(item["quote"])
    said = [line for line in lines if folded(line) in own]
    inside = quote.passage.document == item["document"] and (own in stretch or stretch in own)
    if inside and (said or any(own in folded(line) for line in lines)):
        at = place(said[0], quote.text) if said else -1
        start, end = (at, at + len(said[0])) if at >= 0 else (0, len(quote.text))
        return ["right", quote.start + offset + start, quote.start + offset + end]
    alike = any(len(line) >= MIN_TELLING for line in said) or (said and quote.passage.document == item["document"])
    return ["unknown" if alike else "wrong"]


def items(folder: Path) -> Iterator[tuple[dict[str, Any], tuple[str, ...], str]]:
    """Each question with the collections that are searched, and its document's own."""
    for path in sorted(folder.glob("*.yaml")):
        collections = OWN if path.stem in OWN else (path.stem,)
        for item in written(path):
            yield item, collections, path.stem


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--questions", type=Path, default=QUESTIONS)
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    with nullcontext() if connection.is_external() else postgres.server(connection.data_dir()):
        django.setup()
        with arguments.file.open("w", encoding="utf-8") as file:
            for found in items(arguments.questions):
                file.write(json.dumps(candidates(*found), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
