"""Accounts; and who comes from which provider, for superusers: deleting a row lets go of the account, which stays."""

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from koalarag.folding import FoldedSearch

# Providers are the settings' (OIDC_PROVIDERS), and nothing is kept of tokens or addresses.
for model in (EmailAddress, SocialApp, SocialToken, SocialAccount, User):
    admin.site.unregister(model)


@admin.register(User)
class AccountAdmin(FoldedSearch, UserAdmin):
    pass


@admin.register(SocialAccount)
class ProviderAccountAdmin(FoldedSearch):
    list_display = ["user", "provider", "uid", "roles", "date_joined", "last_login"]
    list_filter = ["provider", "last_login"]
    list_select_related = ["user"]
    search_fields = ["uid", "user__username", "user__email"]
    fields = ["user", "provider", "uid"]
    raw_id_fields = ["user"]

    @admin.display(description=_("roles it gave"))
    def roles(self, account: SocialAccount) -> str:
        return ", ".join(account.extra_data.get("roles", []))

    def get_readonly_fields(self, request: HttpRequest, obj: SocialAccount | None = None) -> list[str]:
        """A superuser may link an account by hand; who somebody is at the provider is not changed afterwards."""
        return ["provider", "uid"] if obj else []
