"""`python -m bench.planted_faults`: what the critic catches of faults put into good answers of the sample.

Needs the sample: DATABASE_URL, or KOALARAG_DATA_DIR of a site where `manage.py load_sample` has run.
"""

import argparse
import json
import os
import sys
from collections import defaultdict
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from koalarag.localserver import connection, postgres


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=("fit", "unseen"), default="fit", dest="which")
    parser.add_argument("--seed", type=int, default=1, help="which faults are planted where")
    parser.add_argument("--server", action="store_true", help="a model writes the answers, through the whole graph")
    parser.add_argument("--json", type=Path, help="every answer and what became of it")
    parser.add_argument("--show", action="store_true", help="what was missed, and every false alarm")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    database = nullcontext() if connection.is_external() else postgres.server(connection.data_dir())
    with database:
        import django

        django.setup()
        from bench.planted import through_the_critic, through_the_graph

        measure = through_the_graph.measure if options.server else through_the_critic.measure
        rows = measure(options.which, options.seed)
    report(rows)
    if options.show:
        for row in rows:
            if (row["fault"] and not row["caught"]) or (not row["fault"] and row["caught"]):
                print(json.dumps(row, ensure_ascii=False, indent=1))
    if options.json:
        options.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1))


def report(rows: list[dict[str, Any]]) -> None:
    """A line for each fault and kind of answer: planted, caught, still to be read by the user without a mark."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row["fault"] or "none (good answers)", row["kind"]].append(row)
        groups[row["fault"] or "none (good answers)", "all"].append(row)
    for (fault, kind), group in groups.items():
        caught, shown = (sum(bool(row[name]) for row in group) for name in ("caught", "shown"))
        regenerated = sum(bool(row["regenerate"]) for row in group)
        sys.stdout.write(
            f"{fault:22} {kind:11} {len(group):3} answers · caught {caught:3} ({caught / len(group):.2f})"
            f" · sent back {regenerated:3} · still shown {shown:3}\n"
        )


if __name__ == "__main__":
    main()
