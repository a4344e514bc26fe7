"""`manage.py load_help_cards`: whom to turn to, from a YAML file; cards of the kinds it names are replaced."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import yaml
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.db import transaction

from chat.models import Assistant, HelpCard
from koalarag.management.base import SiteCommand


class Command(SiteCommand):
    help = "Loads the help cards of a YAML file (docs/policy.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path)

    @transaction.atomic
    def handle(self, path: Path, **options: Any) -> None:
        try:
            records = yaml.safe_load(path.read_text(encoding="utf-8"))
            HelpCard.objects.filter(kind__in=[record["kind"] for record in records]).delete()
            for record in records:
                _save(record)
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
        except (yaml.YAMLError, TypeError, KeyError, ValidationError) as error:
            raise CommandError(f"{path} was not loaded, nothing was changed: {error}") from error
        self.stderr.write(f"Help cards: {', '.join(record['kind'] for record in records)}")


def _save(record: dict[str, Any]) -> None:
    card = HelpCard(kind=record["kind"], **{f"text_{language}": text for language, text in record["texts"].items()})
    card.full_clean()
    card.save()
    card.assistants.set(Assistant.objects.filter(slug__in=record.get("assistants", [])))
