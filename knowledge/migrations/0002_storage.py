"""Vectors inline in their narrow table (TOASTed they scan 3x slower); postings out of line and uncompressed."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0001_initial")]
    operations = [
        migrations.RunSQL(
            "ALTER TABLE knowledge_embedding ALTER COLUMN vector SET STORAGE PLAIN",
            "ALTER TABLE knowledge_embedding ALTER COLUMN vector SET STORAGE EXTERNAL",
        ),
        migrations.RunSQL(
            "ALTER TABLE knowledge_posting ALTER COLUMN data SET STORAGE EXTERNAL",
            "ALTER TABLE knowledge_posting ALTER COLUMN data SET STORAGE EXTENDED",
        ),
    ]
