"""Search in the database without minding accents or capitals."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Field, Lookup
from django.http import HttpRequest

# Of what every PostgreSQL has, since the embedded one brings no extension unaccent.
_FOLDED = "lower(regexp_replace(normalize(({})::text, NFKD), '[\u0300-\u036f]', '', 'g'))"


@Field.register_lookup
class ContainsFolded(Lookup):
    """`title__folded="algebra"` finds “Álgebra”; of a field that is no text, what PostgreSQL writes it as."""

    lookup_name = "folded"

    def get_prep_lookup(self) -> str:
        return str(self.rhs)

    def get_db_prep_lookup(self, value: str, connection: Any) -> tuple[str, list[str]]:
        return "%s", [f"%{connection.ops.prep_for_like_query(value)}%"]

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        field, of_field = self.process_lhs(compiler, connection)
        searched, of_searched = self.process_rhs(compiler, connection)
        return f"{_FOLDED.format(field)} LIKE {_FOLDED.format(searched)}", [*of_field, *of_searched]


class FoldedSearch(admin.ModelAdmin):
    """The search box of a list in admin; every list that has one inherits from it."""

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        return [f"{name}__{ContainsFolded.lookup_name}" for name in super().get_search_fields(request)]
