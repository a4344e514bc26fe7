"""Writes the sections of the sample's documents and of training/documents, as they were ingested, for the training.

Run it after `manage.py prepare` and, for each folder in training/documents, `manage.py ingest training/documents/NAME
--collection NAME --create --wait`: `python -m training.dump_sections FILE`
"""

import json
import os
import sys
from contextlib import nullcontext
from pathlib import Path

import django

from koalarag.localserver import connection, postgres
from training.fit_reading import OWN

COLLECTIONS = ("regulations", "guides", "koalaroute", *OWN)


def main(path: Path) -> None:
    from knowledge.models import Section

    sections = Section.objects.filter(document__collection__slug__in=COLLECTIONS)
    sections = sections.select_related("document").order_by("document_id", "position")
    with path.open("w", encoding="utf-8") as file:
        for section in sections.iterator():
            document = section.document
            row = {
                "document": document.title,
                "file": document.file_name or document.external_id,
                "lang": document.language,
                "path": section.path,
                "text": section.text,
            }
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    with nullcontext() if connection.is_external() else postgres.server(connection.data_dir()):
        django.setup()
        main(Path(sys.argv[1]))
