"""A PDF whose tree of pages is broken: the pages that the file holds, in a tree that is added at its end."""

import re

_OBJECT = re.compile(rb"(?<!\d)(\d{1,8})\s{1,8}(\d{1,5})\s{1,8}obj\b")
# Objects within compressed streams are not found.
_IS_PAGE = re.compile(rb"/Type\s{0,8}/Page(?![a-zA-Z])")
_BOX = b"/MediaBox [0 0 595 842]"


def with_new_tree(data: bytes) -> bytes | None:
    """None where no page is found. Readers take the last of several objects of one number, and the last trailer."""
    marks = list(_OBJECT.finditer(data))
    ends = [*(mark.start() for mark in marks[1:]), len(data)]
    pages = {
        int(mark[1]): int(mark[2])
        for mark, end in zip(marks, ends, strict=False)  # an end too many where there is no mark
        if _IS_PAGE.search(data, mark.end(), min(end, mark.end() + 20_000))
    }
    if not pages:
        return None
    first = max(int(mark[1]) for mark in marks) + 1
    kids = b" ".join(b"%d %d R" % page for page in pages.items())
    tree = b"%d 0 obj\n<< /Type /Pages /Kids [%b] /Count %d %b >>\nendobj\n" % (first, kids, len(pages), _BOX)
    root = b"%d 0 obj\n<< /Type /Catalog /Pages %d 0 R >>\nendobj\n" % (first + 1, first)
    trailer = b"trailer\n<< /Root %d 0 R /Size %d >>\nstartxref\n0\n%%%%EOF\n" % (first + 1, first + 2)
    return data + b"\n" + tree + root + trailer
