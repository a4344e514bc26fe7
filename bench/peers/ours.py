"""koalarag as shipped, on an embedded PostgreSQL of its own: documents through `ingest`, questions through `search`."""

from __future__ import annotations

import io
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import django
import psutil
from asgiref.sync import ThreadSensitiveContext, async_to_sync, sync_to_async

from bench.texts import Cutting
from koalarag.localserver import postgres

TABLES = {
    "vectors": ("knowledge_embedding",),
    "postings": ("knowledge_posting", "knowledge_postingsegment"),
    "texts": ("knowledge_chunk", "knowledge_section", "knowledge_document"),
    "files": ("knowledge_documentcontent",),
}


class Ours:
    title = "koalarag"
    cutting: Cutting | None = None
    embeds = False  # ingestion does it itself, and its time counts

    def build(self, work: Path, folder: Path) -> float:
        # The server may run as another user, who must be able to enter the folder.
        folder.chmod(0o755)
        os.environ["KOALARAG_DATA_DIR"] = str(folder)
        os.environ["DJANGO_SETTINGS_MODULE"] = "koalarag.settings"
        os.environ.pop("DATABASE_URL", None)
        self._folder = folder
        self._resources = ExitStack()
        self._resources.enter_context(postgres.server(folder, wait_for_end=True))
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0, interactive=False)
        spent = self._filled(work, folder / "seconds")
        self._prepare_search()
        return spent

    def _filled(self, work: Path, kept: Path) -> float:
        """Only once in a work folder that is kept: how long it took is kept with it."""
        if not kept.exists():
            started = time.perf_counter()
            self._fill(json.loads((work / "source.json").read_text()))
            kept.write_text(str(time.perf_counter() - started))
        return float(kept.read_text())

    def _fill(self, source: dict[str, str | int]) -> None:
        if source["kind"] == "synthetic":
            from bench.loading import load

            load(Path(str(source["statistics"])), int(source["passages"]))
        elif source["kind"] == "sample":
            from bench.files import SAMPLE
            from evaluation import sample

            for record in sample.collections(SAMPLE):
                sample.ensure(record)
                self._ingest(record.folder, record.slug)
        else:
            self._ingest(Path(str(source["path"])), "bench", "--create")

    def _ingest(self, path: Path, slug: str, *options: str) -> None:
        """Documents that cannot be read are told of, and left out as for the others."""
        from django.core.management import CommandError, call_command

        try:
            call_command("ingest", str(path), "--collection", slug, "--wait", *options, stdout=io.StringIO())
        except CommandError as error:
            sys.stderr.write(f"{error}\n")

    def _prepare_search(self) -> None:
        from django.db import connection

        from knowledge.models import Collection, Visibility
        from knowledge.retrieval.config import Scope
        from knowledge.retrieval.search import search

        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")  # what the server does by itself within a minute or two
        self.scope = Scope(tuple(Collection.objects.values_list("pk", flat=True)), tuple(Visibility.values))
        self.find = search
        self._sync = async_to_sync(search)

    def search(self, question: str, limit: int) -> list[str]:
        return [passage.document for passage in self._sync(question, self.scope, limit)]

    @asynccontextmanager
    async def asker(self) -> AsyncIterator[Callable[[str, int], Awaitable[list[str]]]]:
        """A client with a thread and a connection of its own, as each answer of the site has them."""
        from django.db import connections

        async def search(question: str, limit: int) -> list[str]:
            return [passage.document for passage in await self.find(question, self.scope, limit)]

        async with ThreadSensitiveContext():
            yield search
            await sync_to_async(connections.close_all)()

    def disk(self) -> dict[str, int]:
        return {name: _bytes(tables) for name, tables in TABLES.items()}

    def server_memory(self) -> int:
        """PSS of the server's processes: what they share is counted once."""
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_read_file('postmaster.pid')")
            server = psutil.Process(int(cursor.fetchone()[0].split()[0]))
        return sum(process.memory_full_info().pss for process in [server, *server.children()])

    def close(self) -> None:
        from django.db import connections

        connections.close_all()
        self._resources.close()


def _bytes(tables: Iterable[str]) -> int:
    """With indexes and what is stored out of line."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) AS name", [list(tables)]
        )
        return int(cursor.fetchone()[0])
