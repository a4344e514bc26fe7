"""How postings lie in rows: a frequent term has one of its own, the rare terms of a range of hashes share one.

Most terms of a language stand in a chunk or two, so that a row for each would be little but PostgreSQL's overhead. A
row's bytes are HEADER, then column by column: terms i8 · postings of each term · and of each posting, term by term and
chunk by chunk: gap to the chunk before (the first of a term: to `base`) · frequency · length. Each column has the
narrowest width that holds its greatest number.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from struct import Struct

import numpy as np
from numpy.typing import NDArray

# One posting: which chunk, how often the term stands in it, and how many terms the chunk has.
RECORD = np.dtype([("chunk", "<u4"), ("frequency", "<u2"), ("length", "<u2")])
Records = NDArray[np.void]
Integers = NDArray[np.int64]

HEADER = Struct("<II4B")
"""base, number of terms, bytes of: a count, a gap, a frequency, a length"""
TERM_BYTES = 8
RANGE_BITS = 50
"""a range has 2^50 hashes, and there are 2^14: so at 100,000 chunks a shared row still lies in the table's own page"""
LONE = 16
"""postings from which a term has a row of its own"""
LONG = 4096
"""bytes of gaps from which a piece is decoded by itself"""


def range_of(term: int) -> int:
    """The key of the row that a rare term shares; it sorts before those of its range's frequent terms."""
    return term >> RANGE_BITS << RANGE_BITS


def encode(terms: Integers, records: Records) -> Iterator[tuple[int, bytes]]:
    """Rows (key, bytes) of the terms (of each record, in any order). A range must be given whole."""
    if not len(records):
        return
    order = np.lexsort((records["chunk"], terms))
    terms, records = terms[order], records[order]
    starts = np.flatnonzero(np.concatenate([[True], terms[1:] != terms[:-1]]))
    distinct, counts = terms[starts], np.diff(starts, append=len(terms))
    rare = counts < LONE
    for place in np.flatnonzero(~rare).tolist():
        own = slice(place, place + 1)
        found = records[starts[place] : starts[place] + counts[place]]
        yield from _rows(distinct[own], counts[own], found, [int(distinct[place])])
    if rare.any():
        shared = distinct[rare]
        keys = (shared >> RANGE_BITS << RANGE_BITS).tolist()
        yield from _rows(shared, counts[rare], records[np.repeat(rare, counts)], keys)


def _rows(terms: Integers, counts: Integers, records: Records, keys: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    """A row for each run of equal keys; all have the same base and widths, so that they are cut from common columns."""
    chunks = records["chunk"].astype(np.int64)
    base = int(chunks.min())
    ends = np.cumsum(counts)
    gaps = np.diff(chunks, prepend=base)
    gaps[ends - counts] = chunks[ends - counts] - base
    columns = [_narrow(column) for column in (counts, gaps, records["frequency"], records["length"])]
    widths = [column.itemsize for column in columns]
    names = terms.astype("<i8").tobytes()
    of_terms, *of_records = [column.tobytes() for column in columns]
    limits = [*(place for place in range(1, len(keys)) if keys[place] != keys[place - 1]), len(keys)]
    first, begin = 0, 0
    for last, end in zip(limits, ends[np.array(limits) - 1].tolist(), strict=True):
        parts = [HEADER.pack(base, last - first, *widths), names[TERM_BYTES * first : TERM_BYTES * last]]
        parts.append(of_terms[widths[0] * first : widths[0] * last])
        parts += [column[width * begin : width * end] for column, width in zip(of_records, widths[1:], strict=True)]
        yield keys[first], b"".join(parts)
        first, begin = last, end


def _narrow(values: NDArray[np.integer]) -> NDArray[np.unsignedinteger]:
    most = int(values.max())
    return values.astype("<u1" if most < 1 << 8 else "<u2" if most < 1 << 16 else "<u4")


@dataclass(frozen=True, slots=True)
class Columns:
    """Postings column by column."""

    chunks: NDArray[np.uint32]
    frequencies: NDArray[np.unsignedinteger]
    lengths: NDArray[np.unsignedinteger]
    """terms that the chunk has"""

    def __len__(self) -> int:
        return len(self.chunks)

    def __getitem__(self, kept: slice | NDArray[np.generic]) -> "Columns":
        return Columns(self.chunks[kept], self.frequencies[kept], self.lengths[kept])


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes of some terms of one row, column by column."""

    widths: tuple[int, int, int, int]
    base: int
    terms: int
    columns: tuple[bytes, ...]
    """terms, counts, gaps, frequencies, lengths"""


def whole(data: bytes) -> Piece:
    base, terms, *widths = HEADER.unpack_from(data)
    at = HEADER.size + TERM_BYTES * terms
    counts = data[at : at + widths[0] * terms]
    total = int.from_bytes(counts, "little") if terms == 1 else int(np.frombuffer(counts, f"<u{widths[0]}").sum())
    columns = [data[HEADER.size : at]]
    for width, length in zip(widths, (terms, total, total, total), strict=True):
        columns.append(data[at : at + width * length])
        at += width * length
    return Piece(tuple(widths), base, terms, tuple(columns))


def part(data: bytes, term: int) -> Piece | None:
    """What the row has of one term."""
    base, terms, counted, *widths = HEADER.unpack_from(data)
    name = term.to_bytes(TERM_BYTES, "little", signed=True)
    at = HEADER.size + TERM_BYTES * terms
    found = data.find(name, HEADER.size, at)
    while found >= 0 and (found - HEADER.size) % TERM_BYTES:
        found = data.find(name, found + 1, at)
    if found < 0:
        return None
    if terms == 1:
        return whole(data)
    # The counts of a shared row are below LONE: a byte each.
    place = (found - HEADER.size) // TERM_BYTES
    start, length, total = sum(data[at : at + place]), data[at + place], sum(data[at : at + terms])
    columns = [name, data[at + place : at + place + 1]]
    at += terms
    for width in widths:
        columns.append(data[at + width * start : at + width * (start + length)])
        at += width * total
    return Piece((counted, *widths), base, 1, tuple(columns))


def columns(pieces: Iterable[Piece]) -> Iterator[tuple[Integers, Integers, Columns]]:
    """Groups of pieces of equal widths, in their order: terms, the number of postings of each, all postings.

    A long piece is a group of its own: putting it together with others would copy it.
    """
    groups: dict[tuple[int, ...], list[Piece]] = {}
    for number, piece in enumerate(pieces):
        alone = piece.terms == 1 and len(piece.columns[2]) >= LONG
        groups.setdefault((*piece.widths, number) if alone else piece.widths, []).append(piece)
    for group in groups.values():
        names, *joined = (b"".join(column) for column in zip(*(piece.columns for piece in group), strict=True))
        counts, gaps, frequencies, lengths = (
            np.frombuffer(column, f"<u{width}") for column, width in zip(joined, group[0].widths, strict=True)
        )
        counts = counts.astype(np.int64)
        # All of it modulo 2^32, so that sums over many terms may run over.
        chunks = np.cumsum(gaps, dtype="<u4")
        if len(counts) == 1:
            chunks += np.uint32(group[0].base)
        else:
            bases = np.repeat([piece.base for piece in group], [piece.terms for piece in group]).astype("<u4")
            firsts = np.cumsum(counts) - counts
            chunks += np.repeat(bases + gaps[firsts] - chunks[firsts], counts)
        yield np.frombuffer(names, "<i8"), counts, Columns(chunks, frequencies, lengths)


def decode(pieces: Iterable[Piece]) -> Iterator[tuple[Integers, Integers, Records]]:
    """The same with records."""
    for terms, counts, found in columns(pieces):
        records = np.empty(len(found.chunks), RECORD)
        records["chunk"], records["frequency"], records["length"] = found.chunks, found.frequencies, found.lengths
        yield terms, counts, records


def count(data: bytes, term: int) -> int:
    """Postings of the term; of a term's own row the first 32 bytes are enough."""
    _base, terms, width, *_widths = HEADER.unpack_from(data)
    names = np.frombuffer(data, "<i8", terms, HEADER.size)
    place = int(names.searchsorted(term))
    if place == terms or names[place] != term:
        return 0
    return int(np.frombuffer(data, f"<u{width}", 1, HEADER.size + TERM_BYTES * terms + width * place)[0])
