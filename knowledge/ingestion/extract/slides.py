"""Slides of a presentation as blocks: a slide's title is a heading, and its number the place of what stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from knowledge.ingestion.extract.base import Block, ExtractedDocument, as_blocks, clean
from knowledge.ingestion.extract.errors import NoText
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.ingestion.structure import typed
from knowledge.ingestion.titles import find_title


@dataclass(frozen=True)
class Shape:
    lines: tuple[str, ...] = ()
    """items with their marks"""
    is_table: bool = False


@dataclass(frozen=True)
class Slide:
    title: str = ""
    shapes: tuple[Shape, ...] = ()
    margins: tuple[str, ...] = ()
    """what its foot says on every slide"""
    is_hidden: bool = False


def document(slides: Sequence[Slide], said: DocumentMetadata, declared_title: str) -> ExtractedDocument:
    """NoText where no slide says anything."""
    found: list[Block] = []
    group = 0
    for number, slide in enumerate(slides, 1):
        if slide.is_hidden:
            continue
        place = ((0, number),)
        title = " ".join(clean(slide.title).split())
        # A slide that goes on under the title of the one before stays in its section.
        if title and title != next((block.text for block in reversed(found) if block.level), ""):
            found.append(Block(title, 1 if not found else 2, place))
        for shape in slide.shapes:
            group += 1
            found += _blocks(shape, place, group)
    blocks = typed(found)
    if not any(block.text for block in blocks):
        raise NoText
    margins = as_blocks(dict.fromkeys(map(clean, chain.from_iterable(slide.margins for slide in slides))))
    metadata = DocumentMetadata(title=find_title(blocks, declared_title)).over(said)
    return ExtractedDocument(metadata, blocks, margins=margins)


def _blocks(shape: Shape, place: tuple[tuple[int, int]], group: int) -> list[Block]:
    texts = [text for line in shape.lines if (text := clean(line))]
    if shape.is_table:
        return [Block(text, page_breaks=place, kind="row", group=group) for text in texts]
    return [
        Block(text, page_breaks=place, kind="item", group=group)
        if text.startswith("- ")
        else Block(text, page_breaks=place)
        for text in texts
    ]
