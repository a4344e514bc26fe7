import django.core.validators
from django.db import migrations, models


def widen(apps, schema_editor):
    """Assistants that were left at the default so far follow it."""
    apps.get_model("chat", "Assistant").objects.filter(top_k=8).update(top_k=12)


class Migration(migrations.Migration):
    dependencies = [("chat", "0006_citation_recognition")]

    operations = [
        migrations.AlterField(
            model_name="assistant",
            name="top_k",
            field=models.PositiveSmallIntegerField(
                default=12,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(50),
                ],
                verbose_name="passages per search (k)",
            ),
        ),
        migrations.RunPython(widen, migrations.RunPython.noop),
    ]
