"""The systems that are measured, a file each; the first is ours, to which the others are compared."""

from importlib import import_module

from bench.peers.base import System

SYSTEMS = {
    "ours": "ours:Ours",
    "langchain": "langchain_ensemble:LangChainEnsemble",
    "united": "united_systems:UnitedSystems",
    "united-minilm": "united_systems:WithMiniLM",
    "chroma": "chroma:Chroma",
    "bm25s": "bm25s_alone:Plain",
    "bm25s-es": "bm25s_alone:Spanish",
}


def create(name: str) -> System:
    """Imports only what that system needs, so that its memory can be told."""
    module, _, attribute = SYSTEMS[name].partition(":")
    system: System = getattr(import_module(f"bench.peers.{module}"), attribute)()
    return system
