"""What the site's commands have in common: without a prepared database they say what to do."""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection, models
from django.db.migrations.executor import MigrationExecutor

from koalarag.checks import SETTINGS

ADVICE = "run `make run` or `manage.py prepare` first"

Named = TypeVar("Named", bound=models.Model)


class SiteCommand(BaseCommand):
    """A command that reads or writes the site's tables."""

    requires_system_checks = (SETTINGS,)

    def execute(self, *args: Any, **options: Any) -> str | None:
        require_prepared_database()
        result: str | None = super().execute(*args, **options)
        return result


def require_prepared_database() -> None:
    try:
        executor = MigrationExecutor(connection)
    except OperationalError as error:
        raise CommandError(f"The database cannot be reached: {str(error).strip()}") from error
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError(f"The database is empty or of an older version: {ADVICE}.")


def find_named(model: type[Named], name: str, field: str = "slug", returncode: int = 1) -> Named:
    """The one of this name; CommandError lists those that there are."""
    found = model._default_manager.filter(**{field: name}).first()
    if found is None:
        names = list(model._default_manager.values_list(field, flat=True))
        message = f"There is no {model._meta.verbose_name} “{name}”. {listed(names)}"
        raise CommandError(message, returncode=returncode if names else 1)
    return found


def listed(names: Iterable[str]) -> str:
    """For the message about a name that does not exist."""
    existing = ", ".join(names)
    return f"Existing: {existing}." if existing else f"There is none yet: {ADVICE}."
