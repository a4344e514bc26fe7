"""Everything that one run of the agent may use, read once before it starts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from asgiref.sync import sync_to_async
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from chat import budgets
from chat.agent import extensions
from chat.agent.extensions import Extension
from chat.agent.llm.roles import Role, RoleModel, models_of
from chat.models import Assistant, help_cards
from knowledge.models import Collection, visibilities_of
from knowledge.retrieval.config import Scope, SearchConfig
from koalarag.management.base import listed
from koalarag.visitors import Visitor


@dataclass(frozen=True)
class AgentContext:
    assistant_id: int
    slug: str
    scope: Scope
    search: SearchConfig
    top_k: int
    threshold: float
    """confidence threshold, 0-1; below it the answer is "not found" """
    only: str
    """the only topic of the assistant, named in a refusal; empty where its documents set the limits"""
    outside_terms: tuple[str, ...]
    channels: dict[str, str]
    """language -> the official channel for questions that are refused or not found"""
    names: dict[str, str]
    """language -> name of the assistant"""
    models: Mapping[Role, RoleModel]
    """the roles that have a language model; the others run by rules"""
    origin: str
    form: Mapping[str, Any] = field(default_factory=dict)
    """values of the form that a traveller may choose; empty for an assistant without a form"""
    extensions: tuple[Extension, ...] = ()
    """its own answer formats, such as itineraries"""
    general_knowledge: bool = False
    """whether a model may answer from general knowledge, and say so, where the documents do not answer"""
    help_cards: Mapping[str, str] = field(default_factory=dict)
    """ "distress.gl" -> the contact card for that need in that language; Markdown"""
    history_length: int = 6
    """how many earlier messages are taken into account"""
    payer: Visitor | None = None
    """whose budget pays for the models; None where it is not counted"""

    def name_in(self, language: str) -> str:
        return self.names.get(language, self.slug)


if TYPE_CHECKING:
    from langgraph.runtime import Runtime

    AgentRuntime = Runtime[AgentContext]
    """what a node gets beside the state"""
else:
    # To import it takes most of a second, which commands without questions can avoid.
    AgentRuntime = object


class UnknownAssistant(LookupError):
    """No active assistant, or no collection, has this slug; the message lists those that exist."""


@sync_to_async
def load(
    slug: str,
    user: AbstractBaseUser | AnonymousUser | None = None,
    collections: Sequence[str] = (),
    origin: str = "chat",
    payer: Visitor | None = None,
) -> AgentContext:
    """`collections` replaces the assistant's own. Raises UnknownAssistant where a slug does not exist."""
    active = Assistant.objects.filter(is_active=True)
    assistant = active.filter(slug=slug).prefetch_related("texts", "collections").first()
    if assistant is None:
        raise UnknownAssistant(f"There is no assistant “{slug}”. {listed(active.values_list('slug', flat=True))}")
    read = _collections(collections) if collections else list(assistant.collections.all())
    texts = list(assistant.texts.all())
    rules: dict[str, Any] = assistant.scope or {}
    return AgentContext(
        assistant_id=assistant.pk,
        slug=slug,
        scope=Scope(tuple(collection.pk for collection in read), visibilities_of(user)),
        search=SearchConfig(alpha=read[0].alpha if read else SearchConfig.alpha, explain=True),
        top_k=assistant.top_k,
        threshold=assistant.min_relevance,
        history_length=assistant.history_length,
        only=str(rules.get("only", "")),
        outside_terms=tuple(rules.get("outside_terms", ())),
        channels={text.language: text.channel for text in texts},
        names={text.language: text.name for text in texts},
        help_cards=help_cards(assistant),
        models=models_of(assistant.language_models) if payer is None or budgets.may_use_models(payer) else {},
        payer=payer,
        origin=origin,
        form=assistant.form or {},
        general_knowledge=bool(rules.get("general_knowledge")),
        extensions=extensions.configured(rules, assistant.form or {}),
    )


def _collections(slugs: Sequence[str]) -> list[Collection]:
    found = {collection.slug: collection for collection in Collection.objects.filter(slug__in=slugs)}
    if missing := [slug for slug in slugs if slug not in found]:
        existing = listed(Collection.objects.values_list("slug", flat=True))
        raise UnknownAssistant(f"There is no collection “{missing[0]}”. {existing}")
    return [found[slug] for slug in slugs]
