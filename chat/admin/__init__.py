from chat.admin.assistant import AssistantAdmin
from chat.admin.feedback import FeedbackAdmin
from chat.admin.trace import TraceAdmin

__all__ = ["AssistantAdmin", "FeedbackAdmin", "TraceAdmin"]
