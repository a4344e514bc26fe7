from chat.models.assistant import Assistant, AssistantText
from chat.models.conversation import Citation, Conversation, Feedback, Message, MessageEvent
from chat.models.trace import Trace

__all__ = [
    "Assistant",
    "AssistantText",
    "Citation",
    "Conversation",
    "Feedback",
    "Message",
    "MessageEvent",
    "Trace",
]
