"""pytest plugin: a PostgreSQL of its own for each run, unless DATABASE_URL names one; Redis, a browser and the site if
asked.

With pytest-xdist each of its processes has a data folder, a database and a site of its own; the first that needs a
database makes it by all migrations, and the others copy that one.
"""

import gc
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from signal import SIGKILL
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import psycopg
import pytest
from psycopg import sql

from koalarag.localserver import connection, locks, postgres
from koalarag.localserver.processes import dies_with_parent

# What a marked test needs on this machine, by the names its program goes by.
PROGRAMS = {
    "redis": ("redis-server",),
    "browser": ("chromium", "chromium-browser", "google-chrome"),
    "docker-compose": ("docker-compose",),
}
# Where the data folder of the process is that started the server, for those that it starts.
SERVER_FOLDER = "KOALARAG_TEST_SERVER_FOLDER"
_TEMPLATE = "as_migrated"
_STARTED = {"site", "chromium"}
"""fixtures whose start takes seconds of the processor"""
_resources = ExitStack()
_worker = os.environ.get("PYTEST_XDIST_WORKER", "")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """A wrapper, so that it runs before pytest-django reads the settings."""
    gc.disable()  # nothing of what is imported and collected goes
    data_dir = Path(tempfile.mkdtemp(prefix="koalarag-test-"))
    data_dir.chmod(0o755)
    _resources.callback(shutil.rmtree, data_dir, ignore_errors=True)
    os.environ["KOALARAG_DATA_DIR"] = str(data_dir)
    os.environ["MODEL_SERVERS"] = "http://127.0.0.1:*"  # those that tests start
    # Each process that tests start would compile the whole site anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if not os.environ.get("DATABASE_URL"):
        os.environ["DATABASE_URL"] = _resources.enter_context(postgres.server(data_dir, wait_for_end=True))
        os.environ[SERVER_FOLDER] = str(data_dir)
        _write_in_no_hurry(os.environ["DATABASE_URL"])
    if _worker or not getattr(early_config.known_args_namespace, "numprocesses", None):  # else others run the tests
        # Queue and channel layer are in the database too, so the settings must know it by its name of the tests.
        os.environ["DATABASE_URL"] = _beside(f"test_{_name()}" + (f"_{_worker}" if _worker else ""))
    return (yield)


def _name() -> str:
    return os.environ["DATABASE_URL"].rpartition("/")[2]


def _beside(name: str) -> str:
    """Address of another database of the same server."""
    return f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"


def _write_in_no_hurry(url: str) -> None:
    """Nothing of this server is worth the disk."""
    with psycopg.connect(url, autocommit=True) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings
    from django.contrib.auth.hashers import PBKDF2PasswordHasher
    from django.test import TransactionTestCase

    # Half a second of the processor each otherwise; other processes read these hashes all the same.
    PBKDF2PasswordHasher.iterations = 1
    # Each client of a test would look at all static files: 0.1 s.
    settings.WHITENOISE_AUTOREFRESH = True
    # Django truncates every table and makes all permissions anew, which takes a second.
    TransactionTestCase._fixture_setup = classmethod(_remember_rows)
    TransactionTestCase._fixture_teardown = _empty_tables

    # Our own server is thrown away whole: dropping its database first would only wait for open connections.
    config.option.reuse_db = config.option.reuse_db or SERVER_FOLDER in os.environ

    database = settings.DATABASES["default"]
    # pytest-django adds the name of the process by itself.
    database.setdefault("TEST", {})["NAME"] = database["NAME"].removesuffix(f"_{_worker}" if _worker else "")


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Iterator[Any]:
    if fixturedef.argname != "django_db_setup" or not _worker or SERVER_FOLDER not in os.environ:
        return (yield)
    with locks.exclusive(Path(os.environ[SERVER_FOLDER]) / "migrating"):
        has_template = _copy_database(_TEMPLATE, _name())
        made = yield
        if not has_template:
            _copy_database(_name(), _TEMPLATE)
        return made


def _copy_database(source: str, target: str) -> bool:
    """False if there is nothing to copy yet. Nobody may be connected to the source."""
    from django.db import connection

    connection.close()
    connection.close_pool()
    with psycopg.connect(_beside("postgres"), autocommit=True) as server:
        if not server.execute("SELECT FROM pg_database WHERE datname = %s", [source]).fetchall():
            return False
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*map(sql.Identifier, (target, source))))
    return True


# What migrations made is remembered before the first test that commits, and there again after each of them.
_REMEMBER = """
DO $$
DECLARE
    name text;
    has_rows boolean;
BEGIN
    IF to_regnamespace('made_by_migrations') IS NULL THEN
        CREATE SCHEMA made_by_migrations;
        FOREACH name IN ARRAY '{%s}'::text[] LOOP
            EXECUTE format('SELECT EXISTS (SELECT FROM %%I)', name) INTO has_rows;
            IF has_rows THEN
                EXECUTE format('CREATE TABLE made_by_migrations.%%1$I AS TABLE %%1$I', name);
            END IF;
        END LOOP;
    END IF;
END $$
"""
# Foreign keys are not looked at, since no row stays but those that no test makes.
_EMPTY = """
DO $$
DECLARE
    name text;
    has_rows boolean;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOREACH name IN ARRAY '{%s}'::text[] LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %%I)', name) INTO has_rows;
        IF has_rows THEN
            EXECUTE format('DELETE FROM %%I', name);
        END IF;
        IF to_regclass(format('made_by_migrations.%%I', name)) IS NOT NULL THEN
            EXECUTE format('INSERT INTO %%1$I OVERRIDING SYSTEM VALUE SELECT * FROM made_by_migrations.%%1$I', name);
        END IF;
    END LOOP;
END $$
"""
_KEPT = {"django_migrations", "django_content_type", "auth_permission"}


def _remember_rows(_tests: type) -> None:
    _for_all_tables(_REMEMBER)


def _empty_tables(_test: object) -> None:
    """What a test has committed goes; a request of its server that is not at its end yet may want the same rows."""
    from django.db import OperationalError

    for _attempt in range(2):
        try:
            return _for_all_tables(_EMPTY)
        except OperationalError as error:
            if not isinstance(error.__cause__, psycopg.errors.DeadlockDetected):
                raise
    return _for_all_tables(_EMPTY)


def _for_all_tables(statement: str) -> None:
    from django.db import connection

    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - _KEPT
    with connection.cursor() as cursor:
        cursor.execute(statement % ",".join(sorted(tables)))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that need the site or a browser come first: with pytest-xdist one process does them all, and the others
    start neither."""
    items.sort(key=lambda item: _STARTED.isdisjoint(getattr(item, "fixturenames", ())))


def pytest_collection_finish() -> None:
    """What the tests are stays to the end: the garbage collector need not look at it again and again."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


def pytest_unconfigure() -> None:
    _resources.close()


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers():
        if marker.name in PROGRAMS:
            program(marker.name)


def program(name: str) -> str:
    """The path of a program that a test needs. Without it the test is skipped, or fails if KOALARAG_REQUIRE has it."""
    for candidate in PROGRAMS[name]:
        if path := shutil.which(candidate):
            return path
    reason = f"{' or '.join(PROGRAMS[name])} is not installed"
    if name in os.environ.get("KOALARAG_REQUIRE", "").split(","):
        pytest.fail(f"{reason}, and KOALARAG_REQUIRE asks for it", pytrace=False)
    pytest.skip(reason)


@pytest.fixture(autouse=True)
def no_language_stays() -> Iterator[None]:
    """Django leaves a thread in the language of its last request."""
    yield
    from django.utils import translation

    translation.deactivate()


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the browser, for playwright's `executable_path`."""
    return program("browser")


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis of this run's own."""
    port = connection.free_port()
    command = [program("redis"), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(
        [*command, "--dir", str(tmp_path_factory.mktemp("redis"))],
        stdout=subprocess.DEVNULL,
        preexec_fn=dies_with_parent(SIGKILL),  # noqa: PLW1509 (it takes no lock)
    )
    deadline = time.monotonic() + 10
    while connection.can_listen("127.0.0.1", port):
        assert server.poll() is None, "redis-server ended at once"
        assert time.monotonic() < deadline, "redis-server does not listen"
        time.sleep(0.02)
    yield f"redis://127.0.0.1:{port}/0"
    server.kill()
    server.wait()


@pytest.fixture(scope="session")
def site(django_db_setup: None) -> Iterator[str]:
    """The site as it runs for users, at this address: uvicorn, websockets, the channel layer of the tests' database."""
    url = f"http://127.0.0.1:{(port := connection.free_port())}"
    command = [sys.executable, "-m", "koalarag.webserver", "--port", str(port)]
    server = subprocess.Popen(command, env=os.environ, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while not _answers(url + "/sign-in/"):
            assert server.poll() is None, "the site ended at once"
            assert time.monotonic() < deadline, "the site does not answer"
            time.sleep(0.1)
        yield url
    finally:
        server.terminate()
        server.wait()


def _answers(url: str) -> bool:
    try:
        urlopen(url, timeout=20).close()
    except (URLError, TimeoutError):
        return False
    return True
