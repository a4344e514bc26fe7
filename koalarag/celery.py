"""The Celery application; tasks are found in each app's tasks.py."""

import os
from typing import Any

from celery import Celery, bootsteps
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
# Django's checks would bring every page of the site into the worker; `prepare` has checked the settings before.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")


class HeartbeatLater(bootsteps.Step):
    """Adds the heartbeat when a worker is being built: its models cannot be imported any sooner."""

    def __init__(self, worker: Any, **options: Any) -> None:
        from koalarag.worker import Heartbeat

        worker.app.steps["consumer"].add(Heartbeat)


app = Celery("koalarag")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# At night, site's time; what a machine that was off missed is done when it is on again. Crawls at any time.
app.conf.beat_schedule = {
    "traces": {"task": "chat.tasks.purge_traces", "schedule": crontab(hour=3, minute=30)},
    "sessions": {"task": "chat.tasks.clear_sessions", "schedule": crontab(hour=3, minute=40)},
    "shares": {"task": "chat.tasks.forget_shares", "schedule": crontab(hour=3, minute=45)},
    "suggestions": {"task": "chat.tasks.check_suggestions", "schedule": crontab(hour=4, minute=0)},
    "expiry": {"task": "knowledge.tasks.warn_of_expiry", "schedule": crontab(hour=5, minute=0)},
    "followers": {"task": "knowledge.tasks.tell_followers", "schedule": crontab(hour=6, minute=0)},
    "replacements": {"task": "knowledge.tasks.propose_replacements", "schedule": crontab(hour=4, minute=30)},
    "interfaces": {"task": "interfaces.tasks.forget", "schedule": crontab(hour=3, minute=50)},
    "crawls": {"task": "knowledge.tasks.tend_crawls", "schedule": 30.0, "options": {"expires": 30}},
}
app.steps["worker"].add(HeartbeatLater)
