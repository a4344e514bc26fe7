"""What a platform signed: checked as LTI Core 1.3 and its security framework ask (OpenID Connect, section 3.1.3.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jwt
from django.utils.translation import gettext as _

from interfaces.lti import keys
from interfaces.lti.errors import LaunchError
from interfaces.models import LtiPlatform

CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
ALGORITHMS = ("RS256", "ES256")
LEEWAY_SECONDS = 30
MAX_LENGTH = 255


@dataclass(frozen=True)
class Launch:
    subject: str
    """empty for a launch of nobody in particular"""
    assistant: str
    """the slug that the link names, or empty"""
    course_label: str
    course_title: str
    language: str


def read(platform: LtiPlatform, written: str, nonce: str) -> Launch:
    claims = _claims(platform, written)
    if claims["nonce"] != nonce:
        raise LaunchError(_("This launch belongs to another one. Open it again from the course."))
    if claims.get(CLAIM + "deployment_id") not in platform.deployments:
        raise LaunchError(_("This deployment of the platform is not registered here. Tell whoever manages the site."))
    if claims.get(CLAIM + "version") != "1.3.0" or claims.get(CLAIM + "message_type") != "LtiResourceLinkRequest":
        raise LaunchError(_("Only links to an activity can be opened here (LtiResourceLinkRequest, version 1.3.0)."))
    return _launch(claims)


def _claims(platform: LtiPlatform, written: str) -> dict[str, Any]:
    try:
        key = keys.key_of(platform, str(jwt.get_unverified_header(written).get("kid", "")))
        claims: dict[str, Any] = jwt.decode(
            written, key.key, algorithms=list(ALGORITHMS), audience=platform.client_id, issuer=platform.issuer,
            leeway=LEEWAY_SECONDS, options={"require": ["exp", "iat", "nonce", "iss", "aud"]},
        )  # fmt: skip
    except jwt.ExpiredSignatureError as error:
        raise LaunchError(_("This took too long, or was opened twice. Open it again from the course.")) from error
    except (jwt.PyJWTError, TypeError, ValueError) as error:
        told = _("What the platform sent is not signed as it should be. Tell whoever manages the site.")
        raise LaunchError(told) from error
    several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
    if claims.get("azp", platform.client_id if not several else None) != platform.client_id:
        raise LaunchError(_("What the platform sent is not signed as it should be. Tell whoever manages the site."))
    return claims


def _launch(claims: dict[str, Any]) -> Launch:
    context = _mapping(claims, "context")
    return Launch(
        subject=_text(claims.get("sub")),
        assistant=_text(_mapping(claims, "custom").get("assistant")),
        course_label=_text(context.get("label")),
        course_title=_text(context.get("title")),
        language=_text(_mapping(claims, "launch_presentation").get("locale") or claims.get("locale")),
    )


def _mapping(claims: dict[str, Any], name: str) -> dict[str, Any]:
    found = claims.get(CLAIM + name)
    return found if isinstance(found, dict) else {}


def _text(value: Any) -> str:
    return value.strip()[:MAX_LENGTH] if isinstance(value, str) else ""
