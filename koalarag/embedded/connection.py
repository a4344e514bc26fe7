"""Where the embedded PostgreSQL listens: the supervisor writes it down, the settings read it."""

import json
import socket
from dataclasses import asdict, dataclass
from pathlib import Path

from koalarag.embedded import secret

USER = "koalarag"
DATABASE = "koalarag"


@dataclass(frozen=True)
class Address:
    host: str
    port: int


def _file(data_dir: Path) -> Path:
    return data_dir / "postgres.json"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def address(data_dir: Path) -> Address:
    """The address chosen at the first start, and kept, so that every process of this data folder agrees."""
    file = _file(data_dir)
    if not file.exists():
        write(data_dir, Address("127.0.0.1", _free_port()))
    return Address(**json.loads(file.read_text()))


def write(data_dir: Path, where: Address) -> None:
    data_dir.mkdir(parents=True, exist_ok=True)
    draft = _file(data_dir).with_suffix(".new")
    draft.write_text(json.dumps(asdict(where)))
    draft.replace(_file(data_dir))


def password(data_dir: Path) -> str:
    return secret.read_or_create(data_dir / "postgres_password")


def url(data_dir: Path) -> str:
    """`postgres://…` of the embedded server of this data folder, whether it runs or not."""
    where = address(data_dir)
    return f"postgres://{USER}:{password(data_dir)}@{where.host}:{where.port}/{DATABASE}"
