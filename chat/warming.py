"""What the first question would wait seconds for, loaded when a web process starts."""

from threading import Timer

PAUSE_SECONDS = 1.0


def warm() -> None:
    """In a thread of its own, a little later: the requests that waited for the process come first."""
    thread = Timer(PAUSE_SECONDS, _load)
    thread.name, thread.daemon = "warming", True
    thread.start()


def load_modules() -> None:
    """Before the process that serves is forked: the next one has them, too, and they share their memory."""
    from chat.agent import extensions
    from chat.agent.graph import compiled

    compiled()
    extensions.configured({}, {})  # of no assistant: it brings their modules


def _load() -> None:
    from chat.agent.answers.reader.local import get_reader
    from chat.agent.llm import clients
    from chat.agent.llm.roles import models_of
    from knowledge.embedding.registry import get_embedder
    from knowledge.text.language import identify

    get_embedder().embed(["warm"])
    get_reader().read("warm", ["Warm\nwarm"])
    identify("warm")
    clients.load(models_of({}).values())
