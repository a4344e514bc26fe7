"""What is refused before anything is looked up: by rules, by a classifier beside them, by the scope.

And where nothing is to be refused, because somebody may need a person.
"""

from chat.agent.policy.deciding import decide
from chat.agent.policy.needs import Need, need_in, said_need

__all__ = ["Need", "decide", "need_in", "said_need"]
