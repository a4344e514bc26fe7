"""How often each word occurs in texts of any length: counted in a temporary table, so that memory stays bounded."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from django.db import connection

from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

MAX_HELD = 50_000
"""distinct words that are counted in memory before they go to the table"""
MAX_LETTERS = 40
_WORD = re.compile(r"[^\W\d_]+")
# Ranks whose frequency is told: ten for each power of ten.
_RANKS = sorted({round(10 ** (step / 10)) for step in range(81)})


def words_of(text: str) -> list[str]:
    """In lower case, with their accents; numbers are none."""
    return [word for word in _WORD.findall(text.lower()) if len(word) <= MAX_LETTERS]


class WordCounts:
    """Within a transaction, at whose end the table goes."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()
        # Another count of the same transaction may have left its own.
        self._execute("DROP TABLE IF EXISTS pg_temp.corpus_part, pg_temp.corpus_word")
        self._execute('CREATE TEMPORARY TABLE corpus_part (word text COLLATE "C", n bigint) ON COMMIT DROP')

    def add(self, words: Iterable[str]) -> None:
        self._held.update(words)
        if len(self._held) > MAX_HELD:
            self._flush()

    def finish(self) -> None:
        self._flush()
        self._execute(
            "CREATE TEMPORARY TABLE corpus_word ON COMMIT DROP AS SELECT word, sum(n)::bigint AS n,"
            " row_number() OVER (ORDER BY sum(n) DESC, word) AS rank FROM corpus_part GROUP BY word"
        )

    def totals(self) -> dict[str, int]:
        ((words, vocabulary, once),) = self._execute(
            "SELECT coalesce(sum(n), 0)::bigint, count(*), count(*) FILTER (WHERE n = 1) FROM corpus_word"
        )
        return {"words": words, "vocabulary": vocabulary, "hapaxes": once}

    def most(self, number: int, *, content_only: bool = False) -> list[list[str | int]]:
        """With `content_only` without the words that say nothing of what a text is about."""
        found = []
        for word, n in self._execute("SELECT word, n FROM corpus_word ORDER BY rank LIMIT %s", [number + 2000]):
            if not content_only or (fold(word) not in STOPWORDS and len(word) > 1):
                found.append([word, n])
            if len(found) == number:
                break
        return found

    def least(self, number: int) -> list[list[str | int]]:
        return [
            list(row) for row in self._execute("SELECT word, n FROM corpus_word ORDER BY n, word LIMIT %s", [number])
        ]

    def by_rank(self) -> list[list[int]]:
        rows = self._execute("SELECT rank, n FROM corpus_word WHERE rank = ANY(%s) ORDER BY rank", [_RANKS])
        return [list(row) for row in rows]

    def _flush(self) -> None:
        with connection.cursor() as cursor, cursor.copy("COPY corpus_part (word, n) FROM STDIN") as copy:
            for row in self._held.items():
                copy.write_row(row)
        self._held.clear()

    def _execute(self, statement: str, values: Sequence[object] = ()) -> list[tuple]:  # type: ignore[type-arg]
        with connection.cursor() as cursor:
            cursor.execute(statement, values or None)
            return cursor.fetchall() if cursor.description else []
