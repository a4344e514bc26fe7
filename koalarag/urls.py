"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy

from koalarag import sign_in
from koalarag.health import health
from koalarag.openid import views as openid

# Here and not at every start: most processes have no use for forms and lists.
admin.autodiscover()
admin.site.site_header = admin.site.site_title = "koalarag"
admin.site.index_title = gettext_lazy("Administration")

urlpatterns = [
    path("admin/login/", sign_in.admin_sign_in),
    path("admin/", admin.site.urls),
    path("sign-in/", sign_in.SignInView.as_view(), name="login"),
    path("sign-in/with/<slug:provider_id>/", openid.begin, name="openid_connect_login"),
    path("sign-in/with/<slug:provider_id>/callback/", openid.callback, name="openid_connect_callback"),
    path("health/", health, name="health"),
    path("language/", include("django.conf.urls.i18n")),
    path("", include("interfaces.urls")),
    path("", include("knowledge.urls")),
    path("", include("chat.urls")),
    path("", include("chat.trips.urls")),
]
