"""One call of a role's model: as many requests as it takes, within one time limit."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from django.conf import settings
from pydantic import BaseModel

from chat.agent.llm import clients
from chat.agent.llm.breaker import breaker_of
from chat.agent.llm.failures import REFUSED, CallFailed, understood
from chat.agent.llm.prices import cost
from chat.agent.llm.request import Message, Reply, request
from chat.agent.llm.roles import RoleModel
from chat.agent.recorder import ModelCall

ATTEMPTS = 3
FIRST_PAUSE_SECONDS = 0.5
"""doubled for each further attempt, less a random part of up to half, so that clients do not all retry at once"""
MAX_PAUSE_SECONDS = 15
"""if a server asks to wait longer, the call is given up, because a user is waiting"""


@dataclass
class Call:
    model: RoleModel
    record: ModelCall
    begun: float = field(default_factory=perf_counter)

    async def ask(self, messages: Sequence[Message], schema: type[BaseModel] | None = None) -> Reply:
        """Raises CallFailed where there is no reply. The reply need not fit the schema: few servers enforce it."""
        refused = list[str]()
        forms = clients.forms(self.model, schema)
        for form in forms:
            try:
                reply = await self._persist(messages, form, schema)
            except CallFailed as failure:
                if failure.status not in REFUSED or failure.is_too_long or form == forms[-1]:
                    raise
                refused.append(form)
            else:
                # Only now: before, the request itself may have been rejected.
                clients.not_taken(self.model).update(refused)
                return reply
        raise AssertionError("forms end with one that is asked for in words")

    async def _persist(self, messages: Sequence[Message], form: str, schema: type[BaseModel] | None) -> Reply:
        failures = 0
        while True:
            # Another call may find out that none is taken while this one waits.
            sends_temperature = clients.TEMPERATURE not in clients.not_taken(self.model)
            try:
                return await self._once(messages, form, schema)
            except CallFailed as failure:
                if sends_temperature and self._is_temperature_refused(failure):
                    continue
                failures += 1
                pause = FIRST_PAUSE_SECONDS * float(2 ** (failures - 1)) * random.uniform(0.5, 1)
                pause = max(failure.retry_after, pause)
                hopeless = not failure.again or failures == ATTEMPTS
                if hopeless or pause > min(MAX_PAUSE_SECONDS, self._left()):
                    raise
                await asyncio.sleep(pause)

    async def _once(self, messages: Sequence[Message], form: str, schema: type[BaseModel] | None) -> Reply:
        breaker = breaker_of(self.model.name, self.model.base_url)
        if not breaker.admits():
            raise CallFailed("its server failed a moment ago and is left alone", again=False, blames_server=False)
        self.record.requests += 1
        limit = asyncio.timeout(self._left())
        try:
            async with limit:
                client = clients.client(self.model, form, schema)
                reply = await request(client, messages, self._left())
        # Each provider's client has its own exceptions, with no common base class.
        except Exception as error:
            failure = understood(error)
            if limit.expired() or self._left() <= 0:
                reason = f"not ready within {settings.MODEL_TIMEOUT_SECONDS} s"
                failure = CallFailed(reason, again=False, silent=True)
            self._count(failure)
            if failure.blames_server:
                breaker.failed(silent=failure.silent, retry_after=failure.retry_after)
            else:
                breaker.ended()
            raise failure from error
        except BaseException:
            breaker.ended()
            raise
        breaker.succeeded()
        self._count(reply)
        return reply

    def _count(self, used: Reply | CallFailed) -> None:
        self.record.input_tokens += used.input_tokens
        self.record.output_tokens += used.output_tokens

    def _is_temperature_refused(self, failure: CallFailed) -> bool:
        """Reasoning models accept no temperature but their own; after the first rejection none is sent."""
        if failure.status != 400 or "temperature" not in failure.reason:
            return False
        clients.not_taken(self.model).add(clients.TEMPERATURE)
        return True

    def _left(self) -> float:
        return max(0.0, float(settings.MODEL_TIMEOUT_SECONDS) - (perf_counter() - self.begun))

    def recorded(self) -> ModelCall:
        """Its record, with what it took."""
        done = self.record
        unused = done.outcome == "failed" and not done.input_tokens
        done.milliseconds = round(1000 * (perf_counter() - self.begun), 1)
        done.cost = 0.0 if unused else cost(self.model.name, done.input_tokens, done.output_tokens)
        return done
