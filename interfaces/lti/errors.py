from __future__ import annotations


class LaunchError(Exception):
    """The launch is refused; its text tells the student, or his teacher, what to do."""
