"""What bingo asks a head office of its linked jackpots.

Not responsible for what follows from an answer (``rules.deciding.linked``).
"""

from dataclasses import fields
from typing import Final

from hallctl.games.bingo.rules.commands.linked import AnswerJackpot
from hallctl.games.bingo.rules.deciding.linked import questions
from hallctl.games.bingo.rules.state import State
from hallctl.readings.jackpots import JackpotAnswer, JackpotQuestion, JackpotUse
from hallctl.rules.commands.base import Command


def _asked(state: State) -> tuple[JackpotQuestion, ...]:
    return tuple(JackpotQuestion(*question) for question in questions(state))


def _answered(answer: JackpotAnswer) -> Command:
    return AnswerJackpot(**{each.name: getattr(answer, each.name) for each in fields(answer)})


BINGO_JACKPOTS: Final = JackpotUse(_asked, _answered)
"""What the composition root hands to the line to the office."""
