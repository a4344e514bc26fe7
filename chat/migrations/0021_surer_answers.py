import django.core.validators
from django.db import migrations, models


def take_new_threshold(apps, schema_editor):
    """Between the two, more of what no document answers is left alone than of what one answers is lost."""
    apps.get_model("chat", "Assistant").objects.filter(min_relevance=0.25).update(min_relevance=0.28)


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0020_question_map'),
    ]

    operations = [
        migrations.AlterField(
            model_name='assistant',
            name='min_relevance',
            field=models.FloatField(default=0.28, help_text='Below it the answer is “not found”: higher leaves more questions unanswered, lower answers more of them wrongly.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1)], verbose_name='certainty that an answer needs (0 to 1)'),
        ),
        migrations.RunPython(take_new_threshold, migrations.RunPython.noop),
    ]
