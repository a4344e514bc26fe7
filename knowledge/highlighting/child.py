"""The child process that opens a reader's PDF, picture or web page: `python -m knowledge.highlighting.child`.

Standard input is a line of JSON and the file; standard output JSON or a PNG. It has no database and no secrets, and
limits its own memory and time before it reads the file.
"""

import json
import os
import resource
import sys
from dataclasses import asdict

MEMORY = 1024 * 1024 * 1024
SECONDS = 15
UNREADABLE = 3
NO_SUCH_PAGE = 4


def _limit() -> None:
    os.nice(10)  # a question goes before a picture
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> int:
    _limit()
    import pypdfium2

    from knowledge.highlighting import html_lines, pdf
    from knowledge.ingestion.extract.errors import Broken

    request = json.loads(sys.stdin.buffer.readline())
    try:
        if "lines" in request:
            sys.stdout.buffer.write(json.dumps(html_lines.lines(sys.stdin.buffer.read())).encode())
            return 0
        with pdf.open_page(sys.stdin.buffer.read(), request["page"]) as (page, page_count):
            if "scale" in request:
                answer = pdf.picture(page, request["scale"])
            else:
                width, height = page.get_size()
                boxes = [asdict(box) for box in pdf.quote_lines(page, request["quote"])] if request["quote"] else []
                found = {"page_count": page_count, "width": width, "height": height, "boxes": boxes}
                if "texts" in request:
                    found |= pdf.places(page, request["texts"])
                answer = json.dumps(found).encode()
    except pdf.NoSuchPage:
        return NO_SUCH_PAGE
    except (pypdfium2.PdfiumError, Broken, MemoryError) as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    sys.stdout.buffer.write(answer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
