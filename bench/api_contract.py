"""`python -m bench.api_contract http://127.0.0.1:8000`: requests made from the OpenAPI description, to a running site.

Run it beside the site, with its settings (KOALARAG_DATA_DIR or DATABASE_URL): it makes a superuser's token for itself,
and takes it back. Documents, conversations and datasets are changed and deleted: never run it on a site that is used.
The site needs limits that let it through, such as REQUESTS_PER_MINUTE=staff=1000000 (docs/api.md).
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", help="its address")
    parser.add_argument("--examples", type=int, default=20, help="requests of an operation in each phase, at most")
    parser.add_argument("--phases", default="examples,coverage,fuzzing")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path, help="folder for a report of every request (JUnit, HAR)")
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    import django

    django.setup()
    from django.contrib.auth.models import User

    user = User.objects.create_superuser(f"contract-{os.getpid()}")
    known = {"API_CONTRACT_KNOWN": json.dumps(_known(user)), "SCHEMATHESIS_HOOKS": "bench.api_contract_known"}
    try:
        return subprocess.run(_command(arguments, _secret(user)), check=False, env=os.environ | known).returncode
    finally:
        user.delete()


def _known(user: Any) -> dict[str, dict[str, Any]]:
    """Of the sample, and a conversation and a run of one's own: what the requests of api_contract_known.py name."""
    from chat.models import Assistant, Conversation, Message, Trace
    from evaluation.models import Dataset, Run
    from knowledge.embedding.registry import get_embedder
    from knowledge.models import Collection, Document

    assistant, collection = Assistant.objects.all()[0], Collection.objects.all()[0]
    dataset = Dataset.objects.all()[0]
    talk = Conversation.objects.create(assistant=assistant, user=user, title="Exam?")
    Message.objects.create(conversation=talk, role="user", text="Exam?")
    answer = Message.objects.create(conversation=talk, role="assistant", text="In June.", status="answered")
    known = {
        "/v1/models": {"name": assistant.slug},
        "/api/v1/answers": {"answer_id": str(answer.pk)},
        "/api/v1/conversations": {"conversation_id": str(talk.pk)},
        "/api/v1/collections": {"slug": collection.slug},
        "/api/v1/documents": {"id": Document.objects.all()[0].pk},
        "/api/v1/datasets": {"slug": dataset.slug},
        "/api/v1/runs": {"id": Run.objects.create(dataset=dataset, assistant=assistant).pk},
        "/v1/embeddings": {"model": get_embedder().name},
        "body": {"assistant": assistant.slug, "model": assistant.slug, "collection": collection.slug,
                 "collections": [collection.slug], "dataset": dataset.slug, "conversation": str(talk.pk)},
    }  # fmt: skip
    if trace := Trace.objects.first():
        known["/api/v1/traces"] = {"id": str(trace.pk)}
    return known


def _secret(user: Any) -> str:
    from interfaces import tokens
    from interfaces.models import Scope

    _token, secret = tokens.make(user, "contract", list(Scope), 30)
    return secret


def _command(arguments: argparse.Namespace, secret: str) -> list[str]:
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{arguments.site}/api/v1/schema"]
    command += ["--header", f"Authorization: Bearer {secret}", "--checks", CHECKS, "--phases", arguments.phases]
    command += ["--max-examples", str(arguments.examples), "--seed", str(arguments.seed), "--request-timeout", "120"]
    command += ["--continue-on-failure", "--suppress-health-check", "all"]
    if arguments.out:
        command += ["--report", "junit,har", "--report-dir", str(arguments.out)]
    return command


if __name__ == "__main__":
    sys.exit(main())
