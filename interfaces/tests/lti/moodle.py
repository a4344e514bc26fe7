"""A learning platform as tests need one, on loopback: a course with a frame, a sign-in, signed tokens, a key set."""

from __future__ import annotations

import html
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from interfaces.lti.token import CLAIM
from interfaces.models import LtiPlatform

CLIENT, DEPLOYMENT, KEY_ID = "koalarag-client", "7", "first"
TEACHER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"


class Moodle:
    def __init__(self, port: int) -> None:
        # By this name it is another site than 127.0.0.1, where ours is.
        self.url = f"http://localhost:{port}"
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.tool = ""
        """the origin of our site"""
        self.changed: dict[str, Any] = {}
        """claims of the next launch that are otherwise; None leaves one out"""
        self.fetched = 0
        """how often the key set was asked for"""

    def register(self, **changed: Any) -> LtiPlatform:
        known = {
            "name": "Moodle", "issuer": self.url, "client_id": CLIENT, "deployments": [DEPLOYMENT],
            "authentication_url": f"{self.url}/auth", "key_set_url": f"{self.url}/keys",
        }  # fmt: skip
        return LtiPlatform.objects.create(**known | changed)

    def begins(self) -> dict[str, str]:
        return {
            "iss": self.url, "client_id": CLIENT, "login_hint": "42", "lti_message_hint": '{"cmid": 3}',
            "target_link_uri": f"{self.tool}/lti/launch/",
        }  # fmt: skip

    def claims(self, nonce: str) -> dict[str, Any]:
        now = int(time.time())
        known = {
            "iss": self.url, "aud": CLIENT, "sub": "42", "nonce": nonce, "iat": now, "exp": now + 60,
            "name": "Ana Lago", "email": "ana@example.edu",
            CLAIM + "deployment_id": DEPLOYMENT,
            CLAIM + "version": "1.3.0",
            CLAIM + "message_type": "LtiResourceLinkRequest",
            CLAIM + "roles": [TEACHER],
            CLAIM + "resource_link": {"id": "1"},
            CLAIM + "context": {"id": "3", "label": "ALG", "title": "Álgebra"},
            CLAIM + "launch_presentation": {"locale": "es_ES"},
            CLAIM + "custom": {"assistant": "guides"},
        }  # fmt: skip
        return {name: value for name, value in (known | self.changed).items() if value is not None}

    def signed(self, nonce: str, key: rsa.RSAPrivateKey | None = None, key_id: str = KEY_ID) -> str:
        return jwt.encode(self.claims(nonce), key or self.key, algorithm="RS256", headers={"kid": key_id})

    def key_set(self) -> dict[str, Any]:
        self.fetched += 1
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [{**public, "kid": KEY_ID, "alg": "RS256", "use": "sig"}]}

    def page(self, path: str, query: dict[str, list[str]]) -> str:
        if path == "/auth":
            assert query["client_id"] == [CLIENT]
            return form(query["redirect_uri"][0], state=query["state"][0], id_token=self.signed(query["nonce"][0]))
        begin = f"{self.tool}/lti/login/?{urlencode(self.begins())}"
        frame = f'<iframe width="420" height="640" src="{html.escape(begin)}"></iframe>'
        return f"<!DOCTYPE html><title>Course</title><h1>Algebra</h1>{frame}"


def form(action: str, **fields: str) -> str:
    """What sends itself."""
    inputs = "".join(f'<input name="{name}" value="{html.escape(value)}">' for name, value in fields.items())
    begin = f'<!DOCTYPE html><form method="post" action="{html.escape(action)}">'
    return f"{begin}{inputs}</form><script>document.forms[0].submit()</script>"


@contextmanager
def moodle() -> Iterator[Moodle]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = urlsplit(self.path)
            is_keys = asked.path == "/keys"
            body = json.dumps(made.key_set()) if is_keys else made.page(asked.path, parse_qs(asked.query))
            self.send_response(200)
            self.send_header("Content-Type", "application/json" if is_keys else "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_args: object) -> None:
            """Nothing: a test's output is its own."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made = Moodle(server.server_port)
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
