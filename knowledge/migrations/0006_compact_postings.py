"""Postings packed into few, narrow rows (knowledge/retrieval/packing.py); those that exist are written anew."""

import django.db.models.deletion
import numpy as np
from django.db import migrations, models

STORAGE = """
    ALTER TABLE knowledge_posting ALTER COLUMN data SET STORAGE EXTERNAL;
    ALTER TABLE knowledge_posting SET (
        autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_scale_factor = 0.05
    )
"""
ROWS_OF_A_SEGMENT = "SELECT term, data FROM knowledge_posting_before WHERE segment_id = %s"


def pack(apps, schema_editor):
    from knowledge.retrieval.packing import RECORD, encode
    from knowledge.retrieval.postings import copy_rows

    for segment in apps.get_model("knowledge", "PostingSegment").objects.values_list("pk", flat=True):
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(ROWS_OF_A_SEGMENT, [segment])
            rows = [(term, np.frombuffer(bytes(data), RECORD)) for term, data in cursor.fetchall()]
        if rows:
            terms = np.repeat(np.array([term for term, _ in rows], np.int64), [len(found) for _, found in rows])
            copy_rows(segment, encode(terms, np.concatenate([found for _, found in rows])))


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0005_embedding_models")]
    operations = [
        migrations.SeparateDatabaseAndState(
            [migrations.RunSQL("ALTER TABLE knowledge_posting RENAME TO knowledge_posting_before")],
            [migrations.DeleteModel("Posting")],
        ),
        migrations.CreateModel(
            name="Posting",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "segment", "term", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "segment",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="postings",
                        to="knowledge.postingsegment",
                    ),
                ),
                ("term", models.BigIntegerField(help_text="64-bit hash of the term, or the first hash of a range")),
                ("data", models.BinaryField()),
            ],
        ),
        migrations.RunSQL(STORAGE),
        migrations.RunPython(pack),
        migrations.RunSQL("DROP TABLE knowledge_posting_before"),
    ]
