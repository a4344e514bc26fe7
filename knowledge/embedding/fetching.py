"""An embedding model brought into the data folder: copied from a folder, or downloaded from a hub with progress."""

import re
import shutil
from pathlib import Path

from django.conf import settings

from knowledge.embedding.base import EmbeddingError
from knowledge.embedding.onnx_format import describe, wanted

MAX_NAME = 40


def name_of(source: str) -> str:
    """What a model is called here: the last part of a path or hub id, in letters, digits and hyphens."""
    return re.sub(r"[^A-Za-z0-9]+", "-", Path(source).name).strip("-")[:MAX_NAME].strip("-")


def folder_of(name: str) -> Path:
    return Path(settings.DATA_DIR) / "models" / name


def fetch(source: str) -> Path:
    """The folder that the model of `source` (a folder, or owner/name on the hub) is in from now on.

    EmbeddingError where it is not to be had or cannot be used; nothing is left behind then.
    """
    target = folder_of(name_of(source))
    arriving = target.with_name(f"{target.name}.arriving")
    try:
        if Path(source).is_dir():
            _copy(Path(source), arriving)
        else:
            _download(source, arriving)
        describe(arriving)
        shutil.rmtree(target, ignore_errors=True)
        arriving.rename(target)
    finally:
        shutil.rmtree(arriving, ignore_errors=True)
    return target


def _copy(source: Path, target: Path) -> None:
    files = wanted(path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file())
    for pattern in files:
        for path in source.glob(pattern):
            place = target / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)


def _download(repository: str, target: Path) -> None:
    import httpx2
    from huggingface_hub import HfApi, snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    hub = settings.HF_ENDPOINT
    try:
        files = wanted(HfApi(endpoint=hub).list_repo_files(repository))
        snapshot_download(repository, local_dir=target, allow_patterns=files, endpoint=hub)
    except HFValidationError:
        raise EmbeddingError(f"{repository} is neither a folder nor a name of a hub, like owner/name.") from None
    except (HfHubHTTPError, httpx2.HTTPError, OSError) as error:
        raise EmbeddingError(f"{repository} cannot be had from {hub}: {error}") from error
    shutil.rmtree(target / ".cache", ignore_errors=True)  # the download's own notes


def discard(name: str) -> None:
    shutil.rmtree(folder_of(name), ignore_errors=True)
