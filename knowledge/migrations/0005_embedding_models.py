from typing import Any

import django.core.validators
import django.db.models.functions.text
from django.db import migrations, models


def local_model(apps: Any, schema_editor: Any) -> None:
    """What all vectors were made by until now."""
    apps.get_model("knowledge", "EmbeddingModel").objects.create(
        name="all-MiniLM-L6-v2", kind="local", dimensions=384, window=256, is_active=True, state="ready", progress=100
    )


class Migration(migrations.Migration):
    dependencies = [
        ("knowledge", "0004_labels"),
    ]

    operations = [
        migrations.CreateModel(
            name="EmbeddingModel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "name",
                    models.CharField(
                        max_length=40,
                        unique=True,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[A-Za-z0-9-]+\\Z", "Letters, digits and hyphens only."
                            )
                        ],
                        verbose_name="name",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("local", "on this machine"), ("openai", "server with OpenAI's protocol")],
                        default="openai",
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                (
                    "remote_model",
                    models.CharField(
                        blank=True,
                        help_text="As the server calls it, for example bge-m3.",
                        max_length=200,
                        verbose_name="model",
                    ),
                ),
                (
                    "base_url",
                    models.CharField(
                        blank=True,
                        help_text="For example http://localhost:11434/v1; empty for OpenAI's own.",
                        max_length=200,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^https?://[^\\s/]+\\S*\\Z", "An address that begins with http:// or https://."
                            )
                        ],
                        verbose_name="address of the server",
                    ),
                ),
                (
                    "api_key_variable",
                    models.CharField(
                        blank=True,
                        help_text="The environment variable that holds the server's key; the key itself is stored nowhere.",
                        max_length=60,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[A-Z][A-Z0-9_]*_API_KEY\\Z", "A name in capitals that ends in _API_KEY."
                            )
                        ],
                        verbose_name="variable with the key",
                    ),
                ),
                (
                    "dimensions",
                    models.PositiveIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(4000),
                        ],
                        verbose_name="dimensions",
                    ),
                ),
                (
                    "window",
                    models.PositiveIntegerField(
                        default=512,
                        help_text="How much of a text the model reads; what is beyond is not sent.",
                        validators=[django.core.validators.MinValueValidator(32)],
                        verbose_name="window (tokens)",
                    ),
                ),
                ("is_active", models.BooleanField(default=False, editable=False, verbose_name="active")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("new", "not built"),
                            ("building", "being built"),
                            ("ready", "ready"),
                            ("failed", "failed"),
                        ],
                        default="new",
                        editable=False,
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                (
                    "progress",
                    models.PositiveSmallIntegerField(
                        default=0, editable=False, help_text="percent", verbose_name="progress"
                    ),
                ),
                ("error", models.TextField(blank=True, editable=False, verbose_name="error")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "embedding model",
                "verbose_name_plural": "embedding models",
                "ordering": ["created_at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_active", True)), fields=("is_active",), name="one_active_model"
                    ),
                    models.UniqueConstraint(django.db.models.functions.text.Lower("name"), name="one_model_per_name"),
                    models.CheckConstraint(
                        condition=models.Q(("kind", "local"), ("remote_model__gt", ""), _connector="OR"),
                        name="remote_models_say_what_to_ask_for",
                    ),
                ],
            },
        ),
        migrations.RunPython(local_model, migrations.RunPython.noop),
    ]
