class EmbeddedError(RuntimeError):
    """The site cannot start on this machine; the message says what to do."""
