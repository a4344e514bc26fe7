"""One of everything, so that each address of the site can be called."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from chat import sharing
from chat.models import Assistant, Conversation, Feedback, HelpCard, Message, Trace
from evaluation.models import Case, Dataset, Run
from interfaces.models import LtiPlatform
from interfaces.tests.matrix.routes import Route
from interfaces.tests.people import Program
from knowledge.ingestion.extract.formats import PDF
from knowledge.models import (
    Collection,
    CorpusReport,
    Course,
    CrawledPage,
    CrawlHost,
    CrawlRun,
    Document,
    DocumentChange,
    DocumentContent,
    EmbeddingModel,
    Person,
    Programme,
    Replacement,
    Source,
    WebSource,
)
from knowledge.tests.highlighting import pdfs

# An answer may be a plan, which has addresses of its own.
EMPTY_PLAN = {
    "language": "en", "title": "A trip", "wished": "", "notices": [], "introduction": [], "days": [], "blocks": []
}  # fmt: skip


class World:
    def __init__(self, people: dict[str, User], assistant: Assistant, document: Document) -> None:
        self.people = people
        self.programs = {name: Program(user) for name, user in people.items()}
        self.sessions = {name: _signed_in(user) for name, user in people.items()}
        self.conversation = Conversation.objects.create(assistant=assistant, user=people["student"], title="Books?")
        Message.objects.create(conversation=self.conversation, role="user", text="Books?")
        self.answer = Message.objects.create(
            conversation=self.conversation,
            role="assistant",
            text="Eight.",
            status="answered",
            options={"details": {"intent": "itinerary", "form": {}, "view": EMPTY_PLAN}},
        )
        self.share = sharing.make(self.conversation, 7)
        self.trace = Trace.objects.create(message=self.answer, assistant=assistant, origin="chat", question="Books?")
        dataset = Dataset.objects.create(slug="loans", name="Loans")
        website = WebSource.objects.create(slug="site", collection=Collection.objects.get(), seeds="https://e.org/")
        crawl = CrawlRun.objects.create(source=website, state=CrawlRun.State.FINISHED)
        objects: list[Model] = [
            DocumentChange.objects.create(document=document, visibility="public", state="waiting"),
            Replacement.objects.create(old=document, new=document, stands_in=document, sentence="s", confidence=1),
            assistant, document, dataset, self.trace, self.programs["student"].token, people["student"],
            SocialAccount.objects.create(user=people["student"], provider="university", uid="1"),
            Collection.objects.get(), Group.objects.create(name="readers"),
            HelpCard.objects.create(kind="distress", text_gl="024", text_es="024", text_en="024"),
            Feedback.objects.create(message=self.answer, verdict="up"),
            Programme.objects.create(code="P", name_en="P", source="s"),
            LtiPlatform.objects.create(name="Moodle", issuer="https://m.edu", client_id="c", deployments=["1"]),
            Course.objects.create(code="C", name_en="C", source="s"),
            Person.objects.create(identifier="p", name="P", source="s"),
            Source.objects.create(collection=Collection.objects.get()),
            website, crawl, CorpusReport.objects.create(),
            CrawledPage.objects.create(source=website, url="https://e.org/", host=CrawlHost.objects.create()),
            EmbeddingModel.objects.get_or_create(name="other", remote_model="m", dimensions=8)[0],
            Case.objects.create(dataset=dataset, external_id="1", question="Books?"),
            Run.objects.create(dataset=dataset, assistant=assistant),
        ]  # fmt: skip
        DocumentContent.objects.create(document=document, data=pdfs.regulations())
        Document.objects.filter(pk=document.pk).update(media_type=PDF)
        document.sections.update(page_breaks=[[0, 1]])
        self.of_model = {f"{one._meta.app_label}_{one._meta.model_name}": one.pk for one in objects}

    def client(self, route: Route, caller: str) -> Client:
        """A program comes with its token, a person is signed in."""
        if caller in self.programs and route.pattern.startswith(("api/v1/", "v1/")):
            return self.programs[caller].client
        made = Client()
        if caller in self.people:
            made.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[caller]
        return made

    def address(self, route: Route) -> str:
        if route.name == "admin:app_list":
            return reverse(route.name, kwargs={"app_label": "knowledge"})
        if "^" in route.pattern or route.name.endswith("unknown"):
            return "/" + route.pattern + "nowhere"
        return reverse(route.name, kwargs={name: self._value(name, route) for name in _parameters(route)})

    def _value(self, parameter: str, route: Route) -> Any:
        known: dict[str, Any] = {
            "conversation_id": self.conversation.pk,
            "answer_id": self.answer.pk,
            "message_id": self.answer.pk,
            "token": self.share.token,
            "document_id": self.of_model["knowledge_document"],
            "older": self.of_model["knowledge_document"],
            "newer": self.of_model["knowledge_document"],
            "page": 1,
            "form": "json",
            "name": "library",
            "provider_id": "university",
            "kind": "course",
            "key": "C",
            "language": "en",
            "content_type_id": ContentType.objects.get_for_model(Trace).pk,
        }
        if parameter == "slug":
            return "loans" if "dataset" in route.name else "library"
        if parameter in known:
            return known[parameter]
        return self._of_model(route)

    def _of_model(self, route: Route) -> int | UUID:
        """By the longest name of a model that the route's name has in it."""
        name = route.name.partition(":")[2] or route.name.replace("api-", "")
        named = {model: pk for model, pk in self.of_model.items() if name.startswith(model)}
        named = named or {model: pk for model, pk in self.of_model.items() if model.split("_")[1] in name}
        if not named:
            return self.of_model["interfaces_apitoken"] if "token" in name else self.of_model["chat_trace"]
        return named[max(named, key=len)]


def _signed_in(user: User) -> str:
    """The key of a session of theirs."""
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _parameters(route: Route) -> list[str]:
    """Names in <converter:name>, of all parts of the pattern."""
    parts = route.pattern.split("<")[1:]
    return [part.split(">")[0].rpartition(":")[2] for part in parts]
