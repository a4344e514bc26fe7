"""What schemathesis (bench/api_contract.py) puts into every other request, so that it is about something there is."""

import json
import os
from itertools import count
from typing import Any

import schemathesis

KNOWN: dict[str, dict[str, Any]] = json.loads(os.environ["API_CONTRACT_KNOWN"])
"""beginning of a path -> its parameters; "body" -> fields"""
_turn = count()


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    path = context.operation.path
    found = next((known for beginning, known in KNOWN.items() if path.startswith(beginning + "/{")), {})
    return {**(path_parameters or {}), **found} if found and next(_turn) % 2 else path_parameters


@schemathesis.hook
def map_body(context: Any, body: Any) -> Any:
    if not isinstance(body, dict) or not next(_turn) % 2:
        return body
    known = {**KNOWN["body"], **KNOWN.get(context.operation.path, {})}
    return {**body, **{name: value for name, value in known.items() if name in body}}
