"""What every system is given: documents and questions, read once from a sample, a folder or .jsonl files."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from knowledge.text.language import identify

LANGUAGES = ("gl", "es", "en")
UNKNOWN_LANGUAGE = "es"


class BadCorpus(Exception):
    """The message says which file and line, and what is expected there."""


@dataclass(frozen=True)
class Document:
    id: str
    text: str
    """the title in the first line, headings in lines of their own"""
    language: str


@dataclass(frozen=True)
class Question:
    id: str
    text: str
    documents: tuple[str, ...]
    """ids of the documents that answer it"""
    parts: tuple[str, ...]
    """the parts of the question set that it belongs to: its language, its kinds, the data set it is from"""


Record = TypeVar("Record", Document, Question)


def read_documents(path: Path) -> Iterator[Document]:
    """From records {id, title?, text, lang?, …}."""
    for where, values in _lines(path):
        if not {"id", "text"} <= values.keys():
            raise BadCorpus(f"{where}: a document needs at least “id” and “text”.")
        text = "\n".join(filter(None, [values.get("title"), values["text"]]))
        yield Document(str(values["id"]), text, values.get("lang") or language_of(text))


def read_questions(path: Path) -> Iterator[Question]:
    """From records {qid, question, documents: [ids], lang?, kind?}."""
    for where, values in _lines(path):
        if not {"qid", "question", "documents"} <= values.keys() or not values["documents"]:
            raise BadCorpus(f"{where}: a question needs “qid”, “question” and “documents” (a list of ids, not empty).")
        kinds = [values["kind"]] if values.get("kind") else kinds_in(str(values["qid"]))
        parts = (values.get("lang") or language_of(values["question"]), *kinds)
        yield Question(str(values["qid"]), values["question"], tuple(map(str, values["documents"])), parts)


def _lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                values = json.loads(line)
            except ValueError as error:
                raise BadCorpus(f"{path}:{number}: this is not JSON ({error}).") from error
            if not isinstance(values, dict):
                raise BadCorpus(f"{path}:{number}: a record {{…}} is expected.")
            yield f"{path}:{number}", values


def language_of(text: str) -> str:
    return identify(text[:3000], default=UNKNOWN_LANGUAGE)


def kinds_in(question_id: str) -> list[str]:
    """The words of an id that are no language: "es-code-03" is of kind "code", "gl11-x" of kind "x"."""
    return [word for word in re.findall(r"[a-z]+", question_id.lower()) if word not in LANGUAGES]


def crossing(questions: Iterable[Question], documents: Iterable[Document]) -> Iterator[Question]:
    """The questions; those in another language than all their documents also in the part "other language"."""
    languages = {document.id: document.language for document in documents}
    for question in questions:
        spoken = {languages[name] for name in question.documents if name in languages}
        extra = () if not spoken or question.parts[0] in spoken else ("other language",)
        yield Question(question.id, question.text, question.documents, question.parts + extra)


def save(path: Path, records: Iterable[Document | Question]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(asdict(record), ensure_ascii=False) + "\n")


def load_documents(path: Path) -> list[Document]:
    return [Document(**values) for _where, values in _lines(path)]


def load_questions(path: Path) -> list[Question]:
    return [
        Question(values["id"], values["text"], tuple(values["documents"]), tuple(values["parts"]))
        for _where, values in _lines(path)
    ]
