"""What every other table needs: pgvector's types, and the queue's functions (PGMQ, plain SQL, no extension)."""

from django.db import migrations
from pgmq.install import get_embedded_install_sql
from pgvector.django import VectorExtension


def install_queue(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('pgmq.meta')")
        if cursor.fetchone()[0] is None:
            cursor.execute(get_embedded_install_sql())


def remove_queue(apps, schema_editor):
    schema_editor.execute("DROP SCHEMA IF EXISTS pgmq CASCADE")


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    run_before = [("knowledge", "0001_initial")]
    operations = [VectorExtension(), migrations.RunPython(install_queue, remove_queue)]
