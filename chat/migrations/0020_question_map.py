import django.core.validators
from django.db import migrations, models


def take_new_threshold(apps, schema_editor):
    """What search finds for a question is nearer to it, right or wrong: cosines tell less, and the surest is less sure."""
    apps.get_model("chat", "Assistant").objects.filter(min_relevance=0.3).update(min_relevance=0.25)


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0019_reader_of_typed_questions'),
    ]

    operations = [
        migrations.AlterField(
            model_name='assistant',
            name='min_relevance',
            field=models.FloatField(default=0.25, help_text='Below it the answer is “not found”: higher leaves more questions unanswered, lower answers more of them wrongly.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1)], verbose_name='certainty that an answer needs (0 to 1)'),
        ),
        migrations.RunPython(take_new_threshold, migrations.RunPython.noop),
    ]
