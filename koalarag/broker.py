"""Queue, channel layer and cache: Redis where there is one, else the same PostgreSQL that holds everything."""

from typing import Any
from urllib.parse import unquote, urlsplit

# A task whose worker has not renewed its claim for this long is given to another one (see koalarag/worker.py).
VISIBILITY_TIMEOUT_SECONDS = 60


def celery_url(redis_url: str, database_url: str) -> str:
    if redis_url:
        return redis_url
    return "pgmq://" + database_url.split("://", 1)[1]


def transport_options(redis_url: str) -> dict[str, Any]:
    options: dict[str, Any] = {"visibility_timeout": VISIBILITY_TIMEOUT_SECONDS}
    if redis_url:
        return options | {"unacked_restore_interval": 10, "unacked_restore_throttle": 1}
    # The transport's defaults read one message per second; with NOTIFY an idle worker answers in about 12 ms.
    return options | {"init_extension": False, "use_notify": True, "wait_time_seconds": 0, "polling_interval": 0.05}


def channel_layer(redis_url: str, database_url: str) -> dict[str, Any]:
    if redis_url:
        return {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [redis_url]}}
    parts = urlsplit(database_url)
    return {
        "BACKEND": "koalarag.channel_layer.ChannelLayer",
        "CONFIG": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.lstrip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": parts.hostname or "",
            "PORT": str(parts.port or 5432),
            "TIME_ZONE": None,
        },
    }


def cache(redis_url: str) -> dict[str, Any]:
    if redis_url:
        return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_url}
    table = {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "koalarag_cache"}
    return table | {"OPTIONS": {"MAX_ENTRIES": 10_000}}
