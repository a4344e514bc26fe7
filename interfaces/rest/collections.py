"""Collections of documents."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from interfaces import problems
from interfaces.access import Rule
from interfaces.idempotency import idempotent
from interfaces.models import Scope
from interfaces.rest.base import ApiView
from interfaces.searching import visible_collections, visible_documents
from knowledge.models import Collection

READ = Rule((Scope.SEARCH, Scope.INGEST))


class CollectionSerializer(serializers.ModelSerializer):
    documents = serializers.IntegerField(source="seen", read_only=True, default=0, help_text="that may be seen")

    class Meta:
        model = Collection
        fields = ("slug", "name", "description", "language", "documents", "created_at")


class CollectionsView(ApiView):
    rules = {"GET": READ, "POST": Rule((Scope.INGEST,), "knowledge.add_collection")}
    serializer_class = CollectionSerializer

    @extend_schema(operation_id="collections", summary="Collections", responses=CollectionSerializer(many=True))
    def get(self, request: Request) -> Response:
        return self.paged(_visible(self.caller.user).order_by("slug"))

    @extend_schema(operation_id="create_collection", summary="Make one", responses={201: CollectionSerializer})
    @idempotent
    def post(self, request: Request) -> Response:
        made = self.get_serializer(data=request.data)
        made.is_valid(raise_exception=True)
        made.save()
        location = reverse("api-collection", args=[made.data["slug"]], request=request)
        return Response(made.data, 201, headers={"Location": location})


class CollectionView(ApiView):
    rules = {"GET": READ}
    serializer_class = CollectionSerializer

    @extend_schema(operation_id="collection", summary="A collection")
    def get(self, request: Request, slug: str) -> Response:
        found = _visible(self.caller.user).filter(slug=slug).first()
        if found is None:
            raise problems.not_found()
        return Response(self.get_serializer(found).data)


def _visible(user: User) -> QuerySet[Collection]:
    documents = visible_documents(user).filter(collection=OuterRef("pk")).order_by()
    counted = documents.values("collection").annotate(n=Count("pk")).values("n")
    return visible_collections(user).annotate(seen=Coalesce(Subquery(counted), 0))
