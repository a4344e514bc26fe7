"""Every address of the site."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path
from django.utils.translation import gettext_lazy

from koalarag.health import health

admin.site.site_header = admin.site.site_title = "koalarag"
admin.site.index_title = gettext_lazy("Administration")

urlpatterns = [
    path("admin/", admin.site.urls),
    path("sign-in/", auth.LoginView.as_view(template_name="chat/sign_in.html"), name="login"),
    path("sign-out/", auth.LogoutView.as_view(), name="logout"),
    path("health/", health, name="health"),
    path("language/", include("django.conf.urls.i18n")),
    path("", include("interfaces.urls")),
    path("", include("knowledge.urls")),
    path("", include("chat.urls")),
]
