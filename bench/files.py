"""Documents of a folder, and the sample's questions, as our own extraction reads them: peers get its texts."""

from collections.abc import Iterator
from pathlib import Path

import yaml

from bench.corpus import BadCorpus, Document, Question, kinds_in, language_of
from knowledge.ingestion import sandbox
from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.base import ExtractedDocument
from knowledge.ingestion.extract.errors import ExtractionError
from knowledge.ingestion.feeds import Offer, offers

SAMPLE = Path(__file__).resolve().parent.parent / "sample"
# Kinds of cases for which no document is to be found.
NOT_TO_BE_FOUND = ("unanswerable", "sensitive", "ambiguous")


def documents_in(folder: Path) -> Iterator[Document]:
    """Files that cannot be read are left out, as ingestion leaves them out."""
    for offer in offers(folder):
        if offer.error is None and (document := _document(offer)) is not None:
            yield document


def _document(offer: Offer) -> Document | None:
    data = offer.read()
    try:
        extracted = sandbox.extract(formats.media_type(offer.file_name, data), data)
    except ExtractionError:
        return None
    text = "\n".join([_title(offer, extracted), *(block.text for block in extracted.blocks)])
    return Document(offer.external_id, text, offer.metadata.language or language_of(text))


def _title(offer: Offer, extracted: ExtractedDocument) -> str:
    first = next((block.text for block in extracted.blocks[:3] if block.level == 1), "")
    return offer.metadata.title or extracted.metadata.title or first or offer.file_name


def sample_folders() -> list[Path]:
    entries = yaml.safe_load((SAMPLE / "collections.yaml").read_text("utf-8"))
    return [SAMPLE / entry["folder"] for entry in entries]


def sample_documents() -> list[Document]:
    documents = [document for folder in sample_folders() for document in documents_in(folder)]
    if len({document.id for document in documents}) < len(documents):
        raise BadCorpus("Two documents of the sample's collections have the same id: rename one.")
    return documents


def sample_questions(documents: list[Document]) -> Iterator[Question]:
    """Every case that documents answer, follow-ups apart. A document may be named by its title ("Perth#Clima")."""
    names = {document.text.split("\n", 1)[0]: document.id for document in documents}
    names |= {document.id: document.id for document in documents}
    for path in sorted((SAMPLE / "datasets").glob("*.yaml")):
        dataset = yaml.safe_load(path.read_text("utf-8"))
        for case in dataset["cases"]:
            if not case.get("documents") or case.get("kind") in NOT_TO_BE_FOUND or case.get("history"):
                continue
            wanted = dict.fromkeys(_named(name, names, f"{path.name}: {case['id']}") for name in case["documents"])
            language = case["id"][:2] if case["id"][:2] in ("es", "gl", "en") else language_of(case["question"])
            parts = dict.fromkeys([language, f"[{dataset['slug']}]", *kinds_in(case["id"])])
            yield Question(f"{dataset['slug']}/{case['id']}", case["question"], tuple(wanted), tuple(parts))


def _named(name: str, names: dict[str, str], where: str) -> str:
    for known in (name, name.split("#", 1)[0]):
        if known in names:
            return names[known]
    raise BadCorpus(f"{where}: there is no document “{name}” in the sample.")
