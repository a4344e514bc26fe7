"""`python -m training.word_weights READING SECTIONS`: fits chat/agent/answers/word_weights.tsv.

How often the passage that answers a question says a word of it, by word ("term necessity", Zhao and Callan 2010). A
word that only asks ("consiste", "happens", "piden") is seldom said there, however rare it is. READING and SECTIONS are
as for train_reader.py; questions about held-out articles and documents are left out, and so are those whose document
is in another language.
"""

import argparse
import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from training.examples import HELD_OUT_ARTICLES, is_held_out, rows, written

QUESTIONS = Path("training/questions")
MIN_QUESTIONS = 3
"""Words of fewer are as good as unknown."""
USUAL, SUPPORT = 0.7, 3
"""The share of all words, and how many questions it stands for beside those that have a word."""


def own(sections: Path) -> Iterator[tuple[str, str, str]]:
    """Question, the text that answers with its headings, their language."""
    by_file = defaultdict(list)
    for row in rows(sections):
        by_file[row["file"]].append(row)
    for path in sorted(QUESTIONS.glob("*.yaml")):
        for item in written(path):
            if not item["answer"] or is_held_out(item["document"]):
                continue
            row = next((row for row in by_file[item["document"]] if item["quote"] in row["text"]), None)
            if row and row["lang"] == item["lang"]:
                yield item["question"], f"{row['document']} {row['path']} {row['text']}", row["lang"]


def encyclopaedic(folder: Path) -> Iterator[tuple[str, str, str]]:
    passages = {row["passage"]: row for row in rows(folder / "passages.jsonl")}
    for row in rows(folder / "questions.jsonl"):
        passage = passages[row["passage"]]
        if row["answer"] is not None and passage["article"] not in HELD_OUT_ARTICLES:
            yield row["question"], f"{passage['article']} {passage['text']}", passage["lang"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reading", type=Path)
    parser.add_argument("sections", type=Path)
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    import django

    django.setup()
    from chat.agent.answers.question_words import FILE, terms_of
    from knowledge.retrieval.query import analyse

    asked, said = Counter[str](), Counter[str]()
    for question, text, language in (*own(arguments.sections), *encyclopaedic(arguments.reading)):
        terms = terms_of(text, language)
        for concept in analyse(question):
            asked[concept.word] += 1
            said[concept.word] += not terms.isdisjoint(concept.weights)
    lines = [
        f"{word}\t{(said[word] + USUAL * SUPPORT) / (asked[word] + SUPPORT):.2f}\n"
        for word in sorted(asked)
        if asked[word] >= MIN_QUESTIONS
    ]
    FILE.write_text("".join(lines), encoding="utf-8")
    print(len(lines), "words;", round(said.total() / asked.total(), 3), "of all said")


if __name__ == "__main__":
    main()
