"""Whether balls are taken out by hand, and who must agree on the number of a ball (AJ-08, 22, D8, I15).

Not responsible for what the witnesses see: what each said arrives with the report of the ball.
"""

from hallctl.games.bingo.rules.state import Game, State
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.voice import VOICE
from hallctl.rules.witnesses import Reading, Witness, distinct_numbers


def by_hand(state: State, game: Game) -> bool:
    """Return whether the locutor takes the balls out: always, or since two people agreed on it (D8)."""
    return game.manual or state.rules.operation == "manual"


def called_by_voice(state: State) -> bool:
    """Return whether the hall's voice calls the balls: by the rule set, and while it is heard (AJ-08)."""
    unheard = any((notice.device, notice.code) == VOICE for notice in state.notices)
    return bool(state.rules.voice_calls) and not unheard


def required(state: State, game: Game) -> frozenset[Witness]:
    """Return who must agree on a ball; by hand nobody waits for a camera that has failed (D8)."""
    named = {Witness(name) for name in state.rules.witnesses}
    if not by_hand(state, game):
        return frozenset({Witness.CAMERA, *named})
    seen = Witness.CAMERA in named and not game.unseen
    return frozenset({Witness.CALLER, Witness.CAMERA}) if seen else frozenset({Witness.CALLER})


def heard(game: Game, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Return what every witness said: the locutor's word is the one in the book, whatever was reported."""
    others = tuple(reading for reading in readings if reading.witness is not Witness.CALLER)
    return others if game.entered is None else (Reading(Witness.CALLER, game.entered), *others)


def unwitnessed(state: State, game: Game, ball: int, said: tuple[Reading, ...]) -> Refusal | None:
    """Return why what was said is not enough for this number, None where it is (I15)."""
    if any(number != ball for number in distinct_numbers(said)):
        return refuse("BALL-DISAGREE", balls=tuple(map(str, distinct_numbers(said))))
    speaking = {reading.witness for reading in said if reading.ball is not None}
    if not required(state, game) <= speaking:
        return refuse("BALL-SILENT")
    return None
