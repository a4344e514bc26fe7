"""Tables as lines of text, each of which can be read without the others."""

from collections.abc import Sequence

SEPARATOR = " · "


def as_lines(rows: Sequence[Sequence[str]], header_rows: int = 0, header_column: bool = False) -> list[str]:
    """`[header] value · [header] value` for each row; without headers, the cells joined by ` · `.

    `header_rows` rows at the top hold the columns' headers; `header_column` says that each row starts with its own.
    """
    header = _header(rows[:header_rows])
    lines = []
    for row in rows[header_rows:]:
        cells = [" ".join(cell.split()) for cell in row]
        if line := _line(cells, header, header_column and not header_rows):
            lines.append(line)
    return lines or ([SEPARATOR.join(filter(None, header))] if any(header) else [])


def _header(rows: Sequence[Sequence[str]]) -> list[str]:
    """Headers of several rows are joined; brackets would be taken for the header's own."""
    header = []
    for cells in zip(*rows, strict=False):
        words = dict.fromkeys(" ".join(cell.split()) for cell in cells if cell.strip())
        header.append(" ".join(words).replace("[", "(").replace("]", ")"))
    return header


def _line(cells: list[str], header: list[str], own_header: bool) -> str:
    filled = [cell for cell in cells if cell]
    if len(filled) == 1 and len(cells) > 1:
        return filled[0]
    if own_header and cells and cells[0]:
        return f"[{cells[0].rstrip(':')}] {SEPARATOR.join(cell for cell in cells[1:] if cell)}"
    named = [
        f"[{header[index]}] {cell}" if index < len(header) and header[index] else cell
        for index, cell in enumerate(cells)
        if cell
    ]
    return SEPARATOR.join(named)


def looks_like_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: every cell filled, different, short and without digits at its start."""
    if len(rows) < 2:
        return False
    first = [" ".join(cell.split()) for cell in rows[0]]
    short = all(cell and len(cell) <= 60 and not cell[0].isdigit() and not cell.endswith(".") for cell in first)
    return short and len(set(first)) == len(first)
