from chat.models.assistant import Assistant, AssistantText
from chat.models.conversation import Citation, Conversation, Feedback, Message, MessageEvent
from chat.models.help import HelpCard, help_cards
from chat.models.share import Share
from chat.models.trace import Trace

__all__ = [
    "Assistant",
    "AssistantText",
    "Citation",
    "Conversation",
    "Feedback",
    "HelpCard",
    "Message",
    "MessageEvent",
    "Share",
    "Trace",
    "help_cards",
]
