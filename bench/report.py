"""The tables of a run: each figure, and how many times ours it is."""

from collections.abc import Callable, Sequence
from typing import Any

Systems = dict[str, dict[str, Any]]
MIB = 2**20


def print_run(run: dict[str, Any]) -> None:
    corpus, systems = run["corpus"], run["systems"]
    size = ", ".join(f"{corpus[key]:,} {key}" for key in ("documents", "passages", "questions") if key in corpus)
    print(f"\n## {corpus['name']}: {size}, {corpus['text_bytes'] / MIB:,.1f} MiB of text\n")
    done = {name: result for name, result in systems.items() if "skipped" not in result}
    if any("quality" in result for result in done.values()):
        _print_quality(done)
    _print_speed(done)
    _print_clients(done)
    _print_disk(done, corpus["text_bytes"])
    for name, result in systems.items():
        if "skipped" in result:
            print(f"- {name}: {result['skipped']}")


def _print_quality(systems: Systems) -> None:
    rows = [["part", "n", "system", "Recall@1", "Recall@5", "Recall@10", "MRR", "MRR ÷ ours"]]
    parts = next(iter(systems.values()))["quality"]
    for part in sorted(parts, key=lambda part: (-parts[part]["questions"], part)):
        for name, result in systems.items():
            of_part = result["quality"][part]
            recall = {int(k): value for k, value in of_part["recall"].items()}
            figures = [f"{recall[k]:.3f}" for k in (1, 5, 10)]
            ratio = _ratio(systems, _mrr_of(part), result)
            rows.append([part, str(of_part["questions"]), name, *figures, f"{of_part['mrr']:.3f}", ratio])
    _print_table(rows)


def _mrr_of(part: str) -> Callable[[dict[str, Any]], float]:
    return lambda result: float(result["quality"][part]["mrr"])


def _print_speed(systems: Systems) -> None:
    figures: list[tuple[str, str, Callable[[dict[str, Any]], float]]] = [
        ("p50 ms", "{:.1f}", lambda result: result["latency"]["p50_ms"]),
        ("p95 ms", "{:.1f}", lambda result: result["latency"]["p95_ms"]),
        ("build s", "{:,.1f}", lambda result: result["build_s"]),
        ("memory MiB", "{:,.0f}", lambda result: result["memory"] / MIB),
        ("disk MiB", "{:,.1f}", lambda result: sum(result["disk"].values()) / MIB),
    ]
    rows = [["system", *(f"{name} | ÷ ours" for name, _form, _read in figures)]]
    for name, result in systems.items():
        cells = [f"{form.format(read(result))} | {_ratio(systems, read, result)}" for _name, form, read in figures]
        rows.append([f"{name}: {result['title']}", *cells])
    _print_table([" | ".join(row).split(" | ") for row in rows])


def _print_clients(systems: Systems) -> None:
    rows = [["system", "clients", "questions/s", "p50 ms", "p95 ms", "errors"]]
    for name, result in systems.items():
        if at_once := result.get("clients"):
            figures = [f"{at_once.get(key, 0):,.1f}" for key in ("questions_per_second", "p50_ms", "p95_ms")]
            errors = f"{at_once['errors']} {at_once['first_error'] or ''}".strip()
            rows.append([name, str(at_once["clients"]), *figures, errors])
    if len(rows) > 1:
        _print_table(rows)


def _print_disk(systems: Systems, text_bytes: int) -> None:
    if "ours" in systems:
        disk = systems["ours"]["disk"].items()
        parts = ", ".join(f"{name} {size / MIB:,.1f} MiB ({size / text_bytes:.2f} × text)" for name, size in disk)
        print(f"On disk, ours: {parts}.")


def print_growth(runs: Sequence[dict[str, Any]]) -> None:
    """What a search costs more in the largest corpus of a run than in the smallest."""
    if len(runs) < 2:
        return
    smallest, largest = (choose(runs, key=lambda run: run["corpus"]["passages"]) for choose in (min, max))
    sizes = [f"{run['corpus']['passages']:,}" for run in (smallest, largest)]
    rows = [["system", f"p50 ms at {sizes[0]}", f"at {sizes[1]}", "×", f"p95 ms at {sizes[0]}", f"at {sizes[1]}", "×"]]
    for name in smallest["systems"]:
        pair = [run["systems"][name].get("latency") for run in (smallest, largest)]
        if all(pair):
            row = [name]
            for key in ("p50_ms", "p95_ms"):
                row += [f"{pair[0][key]:.1f}", f"{pair[1][key]:.1f}", f"{pair[1][key] / pair[0][key]:.2f}"]
            rows.append(row)
    print("\n## Growth\n")
    _print_table(rows)


def _ratio(systems: Systems, read: Callable[[dict[str, Any]], float], result: dict[str, Any]) -> str:
    ours = read(systems["ours"]) if "ours" in systems else 0
    return f"{read(result) / ours:.2f}" if ours else "–"


def _print_table(rows: Sequence[Sequence[str]]) -> None:
    """As Markdown, aligned for a terminal."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    padded = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]
    lines = ["| " + " | ".join(row) + " |" for row in padded]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    print("\n".join([lines[0], rule, *lines[1:]]) + "\n", flush=True)
