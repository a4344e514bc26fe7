"""Examples of questions: a file for each class, topics in it, a language and a question per line.

A question may name {a kind of subject}; several subjects of subjects.toml stand for it then, so that what is learnt
is the question and not what it is about.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SUBJECTS_EACH = 3
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Example:
    text: str
    language: str
    label: str
    topic: str
    """of the same topic are paraphrases, translations and near kin"""
    weight: float = 1.0
    """of one example that stands for several, their share"""


def read(folder: Path) -> list[Example]:
    subjects = folder / "subjects.toml"
    named = tomllib.loads(subjects.read_text()) if subjects.exists() else {}
    return [example for path in sorted(folder.glob("*.txt")) for example in _of_class(path, named)]


def _of_class(path: Path, subjects: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[Example]:
    topic = ""
    for number, line in enumerate(path.read_text().splitlines()):
        language, text = line[:2], line[3:]
        placeholder = _PLACEHOLDER.search(text)
        if line.startswith("#"):
            topic = f"{path.stem}: {text.strip()}"
        elif placeholder:
            named = subjects[placeholder[1]][language]
            for place in range(SUBJECTS_EACH):
                subject = named[(number * SUBJECTS_EACH + place) % len(named)]
                filled = text.replace(placeholder[0], subject)
                yield Example(filled, language, path.stem, f"{path.stem}: {number}", 1 / SUBJECTS_EACH)
        elif line:
            yield Example(text, language, path.stem, topic)
