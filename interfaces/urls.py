"""What programs speak to, and where people make tokens for them."""

from django.urls import include, path

from interfaces import views

urlpatterns = [
    path("api/tokens/", views.own_tokens, name="api-tokens"),
    path("api/tokens/<int:pk>/revoke/", views.revoke, name="revoke-api-token"),
    path("api/v1/", include("interfaces.rest.urls")),
    path("v1/", include("interfaces.openai.urls")),
]
