"""What programs speak to, and where people make tokens for them."""

from django.urls import include, path

from interfaces import views
from interfaces.lti import views as lti

urlpatterns = [
    path("api/tokens/", views.own_tokens, name="api-tokens"),
    path("api/tokens/<int:pk>/revoke/", views.revoke, name="revoke-api-token"),
    path("api/v1/", include("interfaces.rest.urls")),
    path("lti/login/", lti.login, name="lti-login"),
    path("lti/launch/", lti.launch, name="lti-launch"),
    path("lti/keys/", lti.keys, name="lti-keys"),
    path("v1/", include("interfaces.openai.urls")),
]
