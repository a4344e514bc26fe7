import re
from typing import Any

from django.db import migrations

FORMER, NEW = "all-MiniLM-L6-v2", "multilingual-e5-small"
INDEXES = "SELECT indexname FROM pg_indexes WHERE tablename = 'knowledge_embedding' AND indexname ~ %s"


def replace_local_model(apps: Any, schema_editor: Any) -> None:
    """The former local model is gone, and its vectors with it; those of the new one are made by `manage.py prepare`."""
    models = apps.get_model("knowledge", "EmbeddingModel")
    former = models.objects.filter(name=FORMER).first()
    was_active = former is None or former.is_active
    kept = former is None or former.state != "new"
    models.objects.filter(name=FORMER).delete()
    _delete_vectors(apps, schema_editor)
    empty = not apps.get_model("knowledge", "Chunk").objects.exists()
    state = "ready" if empty else "building" if was_active or kept else "new"
    if state == "building":
        print(f"\n  All passages need vectors of {NEW}: run `manage.py prepare` (`make run` does); until then words alone rank.")
    models.objects.create(
        name=NEW, kind="local", dimensions=384, window=256, is_active=was_active, state=state, progress=100 * empty
    )


def _delete_vectors(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(INDEXES, [f"^vectors_[0-9]+_{re.sub('[^a-z0-9]', '_', FORMER.lower())}$"])
        for (index,) in cursor.fetchall():
            cursor.execute(f'DROP INDEX IF EXISTS "{index}"')
    apps.get_model("knowledge", "Embedding").objects.filter(model=FORMER).delete()


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0008_section_blocks")]
    operations = [migrations.RunPython(replace_local_model)]
