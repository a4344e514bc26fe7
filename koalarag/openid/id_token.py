"""Whether an ID token is the provider's, for us, for this sign-in and of now (OpenID Connect Core 1.0, 3.1.3.7)."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Any

import jwt
from allauth.socialaccount.providers.oauth2.client import OAuth2Error

# Signatures by a key that the provider alone has. Never "none", and none by the secret that both of us have.
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
CLOCKS_DIFFER = 60
"""seconds, at most"""
MAX_SUBJECT = 191
"""letters that django-allauth's table has room for; OpenID Connect allows 255, and providers use some 40"""


class NotTrusted(OAuth2Error):
    """What the provider has sent does not prove who somebody is. The message is for the log: it holds no token."""


def nonce_for(code_verifier: str) -> str:
    """Of the secret that stays in the session, so that the token of another sign-in does not fit."""
    digest = hashlib.sha256(b"nonce " + code_verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def verify(token: str, keys: Any, *, issuer: str, client_id: str, nonce: str) -> dict[str, Any]:
    """Its claims; `keys` is the provider's JSON Web Key Set."""
    try:
        key = _key_of(token, jwt.PyJWKSet.from_dict(keys))
        claims = jwt.decode(
            token, key=key, algorithms=ALGORITHMS, audience=client_id, issuer=issuer, leeway=CLOCKS_DIFFER,
            options={"require": ["iss", "sub", "aud", "exp", "iat"]},
        )  # fmt: skip
    except (jwt.PyJWTError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise NotTrusted(f"ID token: {type(error).__name__}") from error
    if not hmac.compare_digest(str(claims.get("nonce", "")).encode(), nonce.encode()):
        raise NotTrusted("ID token: it is of another sign-in (nonce)")
    if claims.get("azp", client_id) != client_id:
        raise NotTrusted("ID token: it was made for another client (azp)")
    if not isinstance(claims["sub"], str) or not 0 < len(claims["sub"]) <= MAX_SUBJECT:
        raise NotTrusted("ID token: it names nobody (sub)")
    return claims


def _key_of(token: str, keys: jwt.PyJWKSet) -> jwt.PyJWK:
    """By the id in its header, or the only one there is."""
    wanted = jwt.get_unverified_header(token).get("kid")
    return keys[wanted] if wanted is not None or len(keys.keys) != 1 else keys.keys[0]
