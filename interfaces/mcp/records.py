"""What the tools return, as a language model is told of it."""

from pydantic import BaseModel, Field

PLACE = "page 3, slide 3, row 12, paragraph 4; empty where nothing is counted"


class FoundPassage(BaseModel):
    document_id: int = Field(description="for read_document")
    title: str
    section: str
    page: int | None
    place: str = Field(description=PLACE)
    dated: str = Field(description="day or academic year of the information")
    in_force: bool
    text: str
    url: str = Field(description="where it is shown in its document")


class Found(BaseModel):
    passages: list[FoundPassage] = Field(description="best first")


class Source(BaseModel):
    number: int = Field(description="the mark in the text: [1]")
    title: str
    section: str
    page: int | None
    place: str = Field(description=PLACE)
    quote: str
    url: str


class Answered(BaseModel):
    status: str = Field(description="answered, not_found, refused, clarify or general")
    text: str = Field(description="Markdown with [n] for its sources; in a question in return also what it offers")
    sources: list[Source]


class ReadSection(BaseModel):
    position: int
    path: str = Field(description="titles from the document down")
    page: int | None
    text: str


class ReadDocument(BaseModel):
    document_id: int
    title: str
    published: str
    valid_until: str
    url: str
    sections: list[ReadSection]
    next_section: int | None = Field(description="where to go on reading; null at the end")
