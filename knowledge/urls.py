"""The cited source, as a reader opens it."""

from django.urls import path

from knowledge import views
from knowledge.following import views as following
from knowledge.following.feeds import ChangesFeed

urlpatterns = [
    path("source/<int:document_id>/", views.source, name="source"),
    path("source/<int:document_id>/page/<int:page>.png", views.page_picture, name="source-page"),
    path("source/<int:pk>/follow/", following.follow, name="follow-document"),
    path("unfollow/<str:token>/", following.unfollow, name="unfollow"),
    path("collections/<slug:slug>/changes.atom", ChangesFeed(), name="changes-feed"),
    path("catalogue/<str:kind>/<str:key>/<str:language>/", views.catalogue_entry, name="catalogue-entry"),
    path("source/<int:document_id>/file", views.original_file, name="source-file"),
]
