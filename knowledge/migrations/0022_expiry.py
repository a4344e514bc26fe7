from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("knowledge", "0021_replacements"),
    ]

    operations = [
        migrations.AddField(
            model_name="document",
            name="expiry_told_on",
            field=models.DateField(editable=False, null=True),
        ),
    ]
