"""The sample's catalogue, in the database of a test or without one."""

from pathlib import Path

from knowledge.catalogue import importing
from knowledge.catalogue.kinds import KINDS

FOLDER = Path(__file__).resolve().parents[3] / "sample" / "catalogue"


def load() -> None:
    for slug, kind in KINDS.items():
        importing.run(kind, (FOLDER / f"{slug}.csv").read_bytes())
