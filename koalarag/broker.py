"""Queue, channel layer and cache: Redis where there is one, else the same PostgreSQL that holds everything."""

from typing import Any

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
        # A socket that hears nothing waits for 5 s at a time: a client that gives up as soon would end it.
        host = {"address": redis_url, "socket_timeout": 30}
        return {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [host]}}
    return {"BACKEND": "koalarag.channel_layer.ChannelLayer", "CONFIG": {"url": database_url}}


def unreachable() -> tuple[type[Exception], ...]:
    """What comes out of the layer or the cache while its server cannot be reached, other than errors of a database."""
    from redis import RedisError  # here, because a site without Redis does without its client

    return (RedisError, OSError)


def cache(redis_url: str) -> dict[str, Any]:
    if redis_url:
        return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_url}
    table = {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "koalarag_cache"}
    return table | {"OPTIONS": {"MAX_ENTRIES": 10_000}}
