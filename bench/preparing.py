"""Everything that is made before the systems start: documents, questions, texts and vectors in the work folder."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from bench import corpus, files
from bench.corpus import BadCorpus, Document, Question
from bench.peers import create
from bench.texts import Cutting, Texts, cut


def prepare(work: Path, options: argparse.Namespace, size: int) -> dict[str, Any]:
    """A description of the corpus for the report."""
    if size:
        from bench import synthetic

        return synthetic.prepare(work, size, _cuttings(options.systems))
    documents, questions, source = _read(options.corpus, options.questions)
    _check(documents, questions)
    (work / "source.json").write_text(json.dumps(source))
    corpus.save(work / "questions.jsonl", corpus.crossing(questions, documents))
    for cutting in _cuttings(options.systems):
        texts = Texts(work, cutting)
        if not texts.exists:
            texts.write(cut(documents, cutting))
            texts.embed(_progress)
    characters = sum(len(document.text.encode()) for document in documents)
    name = str(options.corpus) if options.corpus else "the sample"
    return {"name": name, "documents": len(documents), "questions": len(questions), "text_bytes": characters}


def _read(path: Path | None, questions: Path | None) -> tuple[list[Document], list[Question], dict[str, str]]:
    if path is None or questions is None:
        documents = files.sample_documents()
        return documents, list(files.sample_questions(documents)), {"kind": "sample"}
    for given in (path, questions):
        if not given.exists():
            raise BadCorpus(f"There is no {given}.")
    read = files.documents_in(path) if path.is_dir() else corpus.read_documents(path)
    return list(read), list(corpus.read_questions(questions)), {"kind": "path", "path": str(path.absolute())}


def _check(documents: list[Document], questions: list[Question]) -> None:
    known = {document.id for document in documents}
    if not known or not questions:
        raise BadCorpus("There are no documents, or no questions.")
    unknown = [name for question in questions for name in question.documents if name not in known]
    if unknown:
        raise BadCorpus(f"{len(unknown)} documents of the questions are not in the corpus, the first is {unknown[0]}.")


def _cuttings(systems: list[str]) -> set[Cutting]:
    return {cutting for name in systems if name != "ours" and (cutting := create(name).cutting)}


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}")
