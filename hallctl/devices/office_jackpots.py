"""Asks the head office what the game wants to know of its linked jackpots, again until it is answered.

Not responsible for the connection (``office_line``), nor for how long the game waits: its rules say so.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final

import nats.errors

from hallctl.minutes.note import Verifier
from hallctl.minutes.wire.jackpots import ABOUT, Answer, Outcome, Question
from hallctl.minutes.wire.messages import WireError
from hallctl.readings.jackpots import JackpotAnswer, JackpotQuestion, JackpotUse
from hallctl.rules.state import GameState
from hallctl.table import messages as msg

Ask = Callable[[str, bytes, float], Awaitable[bytes]]
"""Asks the office: about what, the question, within how many seconds; raises where no answer comes."""

AGAIN_S: Final = 0.5
"""After how long the same is asked again, in seconds."""

_ANSWER_S: Final = 2.0


class JackpotQuestions:
    """Keeps asking what the game wants to know, and reports each answer to the deciding loop."""

    def __init__(
        self,
        hall: str,
        office: Verifier,
        use: JackpotUse,
        state: Callable[[], GameState],
        report: Callable[[msg.Reported], None],
    ) -> None:
        """Prepare; nothing is asked yet.

        Args:
            hall: What the office calls this hall.
            office: The key that the office's answers are checked by.
            use: What the game asks, and what an answer is to it.
            state: Returns where the hall stands.
            report: Takes the steps that follow.
        """
        self._hall = hall
        self._office = office
        self._use = use
        self._state = state
        self._report = report

    @property
    def open(self) -> Iterable[JackpotQuestion]:
        """What is to be asked now."""
        return self._use.questions(self._state())

    async def keep_asking(self, ask: Ask) -> None:
        """Ask until it is cancelled; what has no answer is asked again."""
        while True:
            with suppress(OSError, nats.errors.Error):
                await self.turn(ask)
            await asyncio.sleep(AGAIN_S)

    async def turn(self, ask: Ask) -> None:
        """Ask whatever is open, once each.

        Raises:
            OSError, nats.errors.Error: As ``ask`` does: no answer came.
        """
        for question in self.open:
            message = Question(question.jackpot, question.game, question.claim)
            reply = await ask(ABOUT, message.encode(), _ANSWER_S)
            answer = self._read(reply, question)
            if answer is not None:
                self._report(msg.Reported(self._use.answered(answer)))

    def _read(self, reply: bytes, question: JackpotQuestion) -> JackpotAnswer | None:
        """Return an answer that decides something; None of any other, which is as good as none."""
        try:
            note = reply.decode()
            found = Answer.read(note, self._office)
        except (UnicodeDecodeError, WireError):
            return None
        wanted = Outcome.RESERVED if question.claim else Outcome.HELD
        if (found.hall, found.jackpot, found.game) != (self._hall, question.jackpot, question.game):
            return None
        if found.outcome is not wanted:
            return None
        said = (found.amount, found.time, found.at_once, found.window_s, found.seed)
        return JackpotAnswer(found.jackpot, found.game, question.claim, *said, note)
