"""Where the embedded PostgreSQL listens: whoever starts it writes it down, the settings read it."""

import json
import os
import socket
from dataclasses import asdict, dataclass
from pathlib import Path

from koalarag.localserver import secret

USER = "koalarag"
DATABASE = "koalarag"
HOST = "127.0.0.1"


@dataclass(frozen=True)
class Address:
    host: str
    port: int


def data_dir() -> Path:
    """The folder of everything that one installation keeps on this machine."""
    root = Path(__file__).resolve().parent.parent.parent
    return Path(os.environ.get("KOALARAG_DATA_DIR") or root / "var").absolute()


def is_external() -> bool:
    return bool(os.environ.get("DATABASE_URL"))


def _file(data_dir: Path) -> Path:
    return data_dir / "postgres.json"


def can_listen(host: str, port: int) -> bool:
    """Whether a server could listen there now; port 0 asks for any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def address(data_dir: Path) -> Address:
    """The address chosen at the last start, so that every process of this data folder agrees."""
    try:
        return Address(**json.loads(_file(data_dir).read_text()))
    except FileNotFoundError:
        return choose(data_dir)


def choose(data_dir: Path) -> Address:
    """A free address, written down."""
    data_dir.mkdir(parents=True, exist_ok=True)
    chosen = Address(HOST, free_port())
    draft = data_dir / f"postgres.json.{os.getpid()}"
    draft.write_text(json.dumps(asdict(chosen)))
    draft.replace(_file(data_dir))
    return chosen


def password(data_dir: Path) -> str:
    return secret.read_or_create(data_dir / "postgres_password")


def url(data_dir: Path) -> str:
    """`postgres://…` of the embedded server of this data folder, whether it runs or not."""
    where = address(data_dir)
    return f"postgres://{USER}:{password(data_dir)}@{where.host}:{where.port}/{DATABASE}"


def local_url(host: str, port: int) -> str:
    """Where a server that listens there is asked from the same machine."""
    asked = {"0.0.0.0": HOST, "::": "::1"}.get(host, host)
    return f"http://{f'[{asked}]' if ':' in asked else asked}:{port}/"
