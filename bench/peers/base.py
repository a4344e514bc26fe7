"""What is asked of a system to be measured."""

from pathlib import Path
from typing import Protocol

from bench.texts import Cutting


class System(Protocol):
    title: str
    cutting: Cutting | None
    """how its texts are cut; None for a system that cuts documents itself"""
    embeds: bool
    """whether the cost of embedding its texts, which is measured once for all, is part of its building"""

    def build(self, work: Path, folder: Path) -> float:
        """Indexes the corpus that was prepared in `work` and stores it in `folder`; returns the seconds it took."""

    def search(self, question: str, limit: int) -> list[str]:
        """Document ids of the best `limit` results, best first; a document is repeated as often as it was found."""

    def disk(self) -> dict[str, int]:
        """Bytes on disk, by what takes them."""

    def server_memory(self) -> int:
        """Bytes that processes of its own hold beside this one."""

    def close(self) -> None: ...


class InProcess:
    """Most of it for a library that works inside this process and stores files in a folder."""

    embeds = True
    folder: Path

    def disk(self) -> dict[str, int]:
        return {"index and texts": sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())}

    def server_memory(self) -> int:
        return 0

    def close(self) -> None:
        pass
