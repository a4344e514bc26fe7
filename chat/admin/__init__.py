from chat.admin.assistant import AssistantAdmin
from chat.admin.feedback import FeedbackAdmin
from chat.admin.help import HelpCardAdmin
from chat.admin.trace import TraceAdmin

__all__ = ["AssistantAdmin", "FeedbackAdmin", "HelpCardAdmin", "TraceAdmin"]
