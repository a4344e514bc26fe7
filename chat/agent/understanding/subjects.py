"""What a question is about: a course, a professor, a procedure, a recommendation."""

from typing import cast

from chat.agent.state import Subject
from chat.agent.understanding.wordings import table, word
from knowledge.text.terms import fold

# The first that fits counts.
_SUBJECTS = {subject: word("subjects", subject) for subject in table("subjects")}


def subject_of(text: str, *, course: bool = False, person: bool = False) -> Subject:
    """Empty where no word tells; `course` and `person` say whether one is named."""
    folded = fold(text)
    for subject, words in _SUBJECTS.items():
        if words.search(folded):
            return cast(Subject, subject)
    if person:
        return "professor"
    return "course" if course else ""
