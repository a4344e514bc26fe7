"""An OpenID Connect provider over HTTP on loopback: discovery, keys, authorization code with PKCE, RS256, userinfo.

Whoever comes is the one person that it knows, and agrees, unless a test says otherwise.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT = ("koalarag", "a secret of both")
Claims = dict[str, Any]


def new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@dataclass
class Provider:
    key: rsa.RSAPrivateKey
    person: Claims = field(default_factory=lambda: {"sub": "ana-1", "preferred_username": "ana", "name": "Ana Souto"})
    refuses: str = ""
    """an error in place of a code"""
    forge: Callable[[Claims], Claims] = dict
    """what becomes of the claims of an ID token before it is signed"""
    signing_key: Any = None
    algorithm: str = "RS256"
    discovery: Claims = field(default_factory=dict)
    """what is published otherwise than it is"""
    userinfo: Claims = field(default_factory=dict)
    status: int = 200
    """of all that is fetched from it"""
    asked: list[str] = field(default_factory=list)
    granted: dict[str, dict[str, str]] = field(default_factory=dict)
    """code -> what it was asked for with"""

    def __post_init__(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"provider": self}))
        self.issuer = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def configuration(self) -> Claims:
        names = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
        addresses = {name: f"{self.issuer}/{path}" for name, path in names.items()}
        known = {"issuer": self.issuer, "userinfo_endpoint": f"{self.issuer}/userinfo", **addresses}
        return {**known, "token_endpoint_auth_methods_supported": ["client_secret_basic"], **self.discovery}

    def keys(self) -> Claims:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [{**public, "kid": "1", "use": "sig", "alg": "RS256"}]}

    def authorize(self, asked: dict[str, str]) -> str:
        """Where the browser is sent."""
        answer = {"state": asked["state"]}
        if self.refuses:
            return f"{asked['redirect_uri']}?{urlencode({**answer, 'error': self.refuses})}"
        code = secrets.token_urlsafe(12)
        self.granted[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({**answer, 'code': code})}"

    def token(self, sent: dict[str, str], authorization: str) -> tuple[int, Claims]:
        asked = self.granted.pop(sent.get("code", ""), None)
        digest = hashlib.sha256(sent.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        basic = "Basic " + base64.b64encode(":".join(CLIENT).encode()).decode()
        if authorization != basic:
            return 401, {"error": "invalid_client"}
        if asked is None or asked["code_challenge"] != challenge or asked["redirect_uri"] != sent["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        return 200, {"access_token": "opened", "token_type": "Bearer", "id_token": self.id_token(asked)}

    def id_token(self, asked: dict[str, str]) -> str:
        now = int(time.time())
        claims = {
            "iss": self.issuer, "aud": CLIENT[0], "iat": now, "exp": now + 300, "nonce": asked["nonce"],
            "sub": self.person["sub"],
        }  # fmt: skip
        key = None if self.algorithm == "none" else self.signing_key or self.key
        return jwt.encode(self.forge(claims), key, self.algorithm, headers={"kid": "1"})


class _Handler(BaseHTTPRequestHandler):
    provider: Provider

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        self.provider.asked.append(parts.path)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path == "/authorize":
            self.send_response(302)
            self.send_header("Location", self.provider.authorize(asked))
            self.end_headers()
            return
        answers = {
            "/.well-known/openid-configuration": self.provider.configuration,
            "/keys": self.provider.keys,
            "/userinfo": lambda: {**self.provider.person, **self.provider.userinfo},
        }
        self.answer(self.provider.status, answers[parts.path]())

    def do_POST(self) -> None:
        self.provider.asked.append(self.path)
        sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        form = {name: values[0] for name, values in sent.items()}
        self.answer(*self.provider.token(form, self.headers.get("Authorization", "")))

    def answer(self, status: int, content: Claims) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing is written among the tests."""
