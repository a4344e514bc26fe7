"""django-allauth's OpenID Connect, made strict: PKCE and a nonce always, every ID token verified, userinfo of the same
subject. Of what the provider tells no more is kept than the roles it gave."""

from __future__ import annotations

from typing import Any

from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialApp, SocialLogin, SocialToken
from allauth.socialaccount.providers.oauth2.utils import generate_code_challenge
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.http import HttpRequest

from koalarag.openid import configuration, id_token
from koalarag.openid.accounts import Identity
from koalarag.openid.id_token import NotTrusted

_ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")


class StrictAdapter(OpenIDConnectOAuth2Adapter):
    nonce = ""

    @property
    def openid_config(self) -> dict[str, Any]:
        """What the provider publishes about itself; it must be the issuer that was configured."""
        if not hasattr(self, "_openid_config"):
            provider = self.get_provider()
            found = _fetch(provider.server_url)
            if str(found.get("issuer", "")).rstrip("/") != provider.configured.issuer.rstrip("/"):
                raise NotTrusted(f"discovery: the issuer is {found.get('issuer')!r}")
            if missing := [name for name in _ENDPOINTS if not isinstance(found.get(name), str)]:
                raise NotTrusted(f"discovery: no {missing[0]}")
            self._openid_config = found
        return self._openid_config

    def get_access_token_data(
        self, request: HttpRequest, app: SocialApp, client: Any, pkce_code_verifier: str | None = None
    ) -> dict[str, Any]:
        self.nonce = id_token.nonce_for(pkce_code_verifier or "")
        data: dict[str, Any] = super().get_access_token_data(request, app, client, pkce_code_verifier)
        return data

    def parse_token(self, data: dict[str, Any]) -> SocialToken:
        """Used for userinfo and then forgotten: when it ends does not matter."""
        return SocialToken(token=str(data["access_token"]))

    def complete_login(self, request: HttpRequest, app: SocialApp, token: SocialToken, **kwargs: Any) -> SocialLogin:
        config = self.openid_config
        claims = id_token.verify(
            kwargs["response"].get("id_token"), _fetch(config["jwks_uri"]),
            issuer=config["issuer"], client_id=app.client_id, nonce=self.nonce,
        )  # fmt: skip
        if "userinfo_endpoint" in config:
            more = _fetch(config["userinfo_endpoint"], token.token)
            if more.get("sub") != claims["sub"]:
                raise NotTrusted("userinfo: it is about somebody else (sub)")
            claims = {**claims, **more}
        return self.get_provider().sociallogin_from_response(request, claims)


class StrictProvider(OpenIDConnectProvider):
    oauth2_adapter_class = StrictAdapter
    identity: Identity
    """of whoever has just come back"""

    @property
    def configured(self) -> configuration.Provider:
        return self.app.settings["configured"]

    @property
    def server_url(self) -> str:
        return self.configured.issuer.rstrip("/") + "/.well-known/openid-configuration"

    def get_scope(self) -> list[str]:
        return list(self.configured.scopes)

    def get_pkce_params(self) -> dict[str, Any]:
        challenge = generate_code_challenge()
        return {**challenge, "nonce": id_token.nonce_for(challenge["code_verifier"])}

    def sociallogin_from_response(self, request: HttpRequest, response: dict[str, Any]) -> SocialLogin:
        self.identity = Identity.of(self.configured, response)
        return super().sociallogin_from_response(request, response)

    def extract_uid(self, data: dict[str, Any]) -> str:
        return self.identity.subject

    def extract_email_addresses(self, data: dict[str, Any]) -> list[Any]:
        return []

    def extract_common_fields(self, data: dict[str, Any]) -> dict[str, Any]:
        return {}

    def extract_extra_data(self, data: dict[str, Any]) -> dict[str, Any]:
        return {"roles": sorted(self.identity.roles)}


def _fetch(address: str, access_token: str = "") -> dict[str, Any]:
    """A JSON object; requests.RequestException where nothing of use comes back."""
    headers = {"Authorization": f"Bearer {access_token}"} if access_token else {}
    with get_adapter().get_requests_session() as session:
        response = session.get(address, headers=headers)
        response.raise_for_status()
        found = response.json()
    if not isinstance(found, dict):
        raise NotTrusted(f"{address}: no JSON object")
    return found
