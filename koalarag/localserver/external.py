"""Servers that the environment names instead of the embedded ones: asked once, before anything starts."""

import os
from urllib.parse import urlsplit

from koalarag.localserver.errors import EmbeddedError


def require_database() -> None:
    import psycopg  # here, because the supervisor of an embedded database does without

    url = os.environ["DATABASE_URL"]
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as error:
        raise EmbeddedError(
            f"DATABASE_URL is set, but PostgreSQL at {_place(url)} cannot be used: {str(error).strip()}\n"
            "Start or repair it, or unset DATABASE_URL to use the embedded one."
        ) from None


def require_redis() -> None:
    import redis

    url = os.environ.get("REDIS_URL")
    if not url:
        return
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5, socket_timeout=5) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        raise EmbeddedError(
            f"REDIS_URL is set, but Redis at {_place(url)} cannot be used: {error}\n"
            "Start or repair it, or unset REDIS_URL to keep queue and channel layer in PostgreSQL."
        ) from None


def _place(url: str) -> str:
    """Without the password."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port or 'its usual port'}{parts.path}"
