"""`python -m koalarag.translations [--check]`: compiles locale/*.po to .mo without gettext's programs."""

import io
import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def compiled(source: Path) -> bytes:
    """What the .mo of a .po is; messages marked fuzzy or obsolete are left out."""
    with source.open("rb") as file:
        catalogue = read_po(file)
    output = io.BytesIO()
    write_mo(output, catalogue)
    return output.getvalue()


def outdated(locale: Path = LOCALE) -> list[Path]:
    """The .po files whose .mo is missing or says something else."""
    return [
        source
        for source in sorted(locale.rglob("*.po"))
        if not source.with_suffix(".mo").exists() or source.with_suffix(".mo").read_bytes() != compiled(source)
    ]


def main() -> int:
    sources = outdated()
    if sys.argv[1:] == ["--check"]:
        for source in sources:
            print(f"{source} is not compiled: run `make translations`.")
        return 1 if sources else 0
    for source in sources:
        source.with_suffix(".mo").write_bytes(compiled(source))
        print(f"{source.with_suffix('.mo')} written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
