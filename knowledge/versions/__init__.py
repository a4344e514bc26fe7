"""A document through its life: versions, what changed between them, what waits for approval, what replaces what."""
