"""`make bench`: ours beside what others would use, on the same texts and questions, in one run."""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.peers import SYSTEMS


def main() -> None:
    options = _options()
    with _workplace(options.work) as work:
        # Before anything reads the settings, so that nothing is written to the site's own data folder.
        os.environ["KOALARAG_DATA_DIR"] = str(work / "prepare")
        os.environ["DJANGO_SETTINGS_MODULE"] = "koalarag.settings"
        import django

        django.setup()
        runs = list(_runs(options, work))
    if options.json:
        options.json.write_text(json.dumps(runs, ensure_ascii=False, indent=1))


def _runs(options: argparse.Namespace, work: Path) -> Iterator[dict[str, Any]]:
    from bench import preparing, report
    from bench.children import Limits, measure
    from bench.corpus import BadCorpus
    from bench.measure import Options

    results: list[dict[str, Any]] = []
    for size in options.synthetic or [0]:
        folder = work / (f"synthetic-{size}" if size else "corpus")
        folder.mkdir(exist_ok=True)
        try:
            corpus = preparing.prepare(folder, options, size)
        except (BadCorpus, OSError) as error:
            sys.exit(f"bench: {error}")
        limits = Limits(options.minutes, options.memory_share)
        how = Options(0 if size else options.depth, options.clients)
        measured = {name: measure(name, folder, how, limits) for name in options.systems}
        results.append({"corpus": corpus, "systems": measured})
        report.print_run(results[-1])
    report.print_growth(results)
    yield from results


@contextmanager
def _workplace(kept: Path | None) -> Iterator[Path]:
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept.absolute()
        return
    with tempfile.TemporaryDirectory(prefix="koalarag-bench-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--corpus", type=Path, metavar="PATH", help="a folder, or .jsonl of {id, title, text, …}")
    parser.add_argument("--questions", type=Path, metavar="Q.jsonl", help="{qid, question, documents: [ids]}")
    parser.add_argument("--synthetic", type=int, nargs="+", metavar="N", help="speed only, at so many passages")
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=list(SYSTEMS), metavar="NAME")
    parser.add_argument("--clients", type=int, default=1, help="also ask with so many clients at once")
    parser.add_argument("--depth", type=int, default=30, help="results from which ten documents are taken")
    parser.add_argument("--minutes", type=float, default=60, help="the longest that one system may take")
    parser.add_argument("--memory-share", type=float, default=0.8, help="of the free memory, the most for one system")
    parser.add_argument("--json", type=Path, metavar="FILE", help="all figures of the run")
    parser.add_argument("--work", type=Path, metavar="FOLDER", help="keep texts, vectors and indexes here")
    options = parser.parse_args()
    if bool(options.corpus) != bool(options.questions) or (options.corpus and options.synthetic):
        parser.error("--corpus and --questions go together, and not with --synthetic")
    return options


if __name__ == "__main__":
    main()
