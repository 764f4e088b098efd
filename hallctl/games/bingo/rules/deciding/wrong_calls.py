"""Wrong calls, going on by hand, and a game that nobody wins.

Not responsible for the faults of devices, nor for voiding. What two people decide is proposed by one and
agreed to by another, each in their own post (I16).
"""

from collections.abc import Iterable
from typing import Final

from hallctl.games.bingo.rules import shown
from hallctl.games.bingo.rules.cards import Matrix, mask
from hallctl.games.bingo.rules.commands.wrong_calls import (
    ApproveManual,
    ApproveNoBingo,
    KeepPlaying,
    NoteWrongCall,
    ProposeManual,
    ProposeNoBingo,
)
from hallctl.games.bingo.rules.deciding.waiting import wait_over
from hallctl.games.bingo.rules.events.wrong_calls import (
    BingoCarried,
    MadeWinners,
    ManualProposed,
    MeansChanged,
    NoBingoProposed,
    WrongCallNoted,
    WrongCallSettled,
)
from hallctl.games.bingo.rules.hand import by_hand
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.proposals import MANUAL, NO_BINGO
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.variants.prizes import Prize
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.deciding.incidents import too_long_a_text
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Key, Place, Proof, Step, Steps


def note_wrong_call(state: State, command: NoteWrongCall, _: Context) -> Answer:
    """Note what was said instead of the last ball, with the sold cards it would have made win (AJ-110)."""
    game = playing(state)
    if game is None or game.phase not in {Phase.DRAW, Phase.CLAIM} or not game.drawn:
        return refuse("WRONG-NONE")
    if game.wrong_call is not None:
        return refuse("WRONG-OPEN")
    if not 1 <= command.said <= state.rules.universe or command.said in game.drawn:
        return refuse("WRONG-SAID", said=command.said)
    made = _made_winners(state, game, command.said)
    last = state.rules.last
    lines = sorted({card for each in made if each.prize != last for card in each.cards})
    bingos = sorted({card for each in made if each.prize == last for card in each.cards})
    return (WrongCallNoted(game.drawn[-1], command.said, tuple(lines), tuple(bingos), made),)


def _made_winners(state: State, game: Game, said: int) -> tuple[MadeWinners, ...]:
    """Replay both branches over the sold cards: who would win what with the number said, and not without it.

    It is asked again whenever a desk is shown, over every sold card, so it goes by bits.
    """
    right, wrong = mask(game.drawn), mask((*game.drawn[:-1], said))
    still_open = [prize for prize in state.rules.sung if not game.is_awarded(prize.key)]
    only = mask((said,))
    made: dict[tuple[str, str], list[int]] = {}
    for prize in still_open:
        made |= {(prize.key, part.series): [] for part in game.sold}
    for part in game.sold:
        matrix = state.matrices[state.series[part.series].matrix]
        for number in range(part.first, part.last + 1):
            if not matrix.masks[number - 1] & only:
                continue
            for prize in still_open:
                if _made(_sets(state, prize, matrix, number), wrong, right):
                    made[prize.key, part.series].append(number)
    return tuple(MadeWinners(key, tuple(cards), of) for (key, of), cards in made.items() if cards)


def _sets(state: State, prize: Prize, matrix: Matrix, number: int) -> list[int]:
    """Return the sets of numbers that win a prize on a card."""
    if prize.is_full:
        return [matrix.masks[number - 1]]
    cells = matrix.card(number).cells
    return [mask(form.numbers(cells)) for form in state.rules.forms(prize.key)]


def _made(sets: Iterable[int], wrong: int, right: int) -> bool:
    """Return whether one of the sets is there by the wrong call, and none by what was drawn."""
    sets = tuple(sets)
    return any(each & wrong == each for each in sets) and not any(each & right == each for each in sets)


def keep_playing(state: State, command: KeepPlaying, context: Context) -> Answer:
    """Settle a wrong call without voiding, on the evidence that is minuted (AJ-110)."""
    game = playing(state)
    if game is None or game.wrong_call is None:
        return refuse("WRONG-SETTLED")
    if not command.reason.strip():
        return refuse("WRONG-REASON")
    if too_long_a_text(state, command.sheets):
        return refuse("BOOK-TEXT")
    return (WrongCallSettled(command.reason, context.actor.person),)


def propose_manual(state: State, command: ProposeManual, context: Context) -> Answer:
    """Propose to go on by hand (D8)."""
    game = playing(state)
    if game is None or game.phase is not Phase.DRAW or game.manual:
        return refuse("MANUAL-PHASE")
    if game.caller is not None:
        return refuse("CALLER-DRAWS", hall=game.caller.hall)
    if by_hand(state, game) and not state.faults:
        return refuse("MANUAL-PHASE")  # a manual drum goes on so where something else has failed
    if not command.reason.strip():
        return refuse("MANUAL-REASON")
    if MANUAL in game.proposed:
        return refuse("AGREE-PROPOSED")
    return (ManualProposed(command.reason, context.actor.person),)


def approve_manual(state: State, _: ApproveManual, context: Context) -> Answer:
    """Agree to go on by hand, as the second person (D8, I16)."""
    agreed = _agreed(state, MANUAL, context)
    if isinstance(agreed, Refusal):
        return agreed
    return (MeansChanged(agreed[1], context.actor.person), *wait_over(state, context.now))


def propose_no_bingo(state: State, _: ProposeNoBingo, context: Context) -> Answer:
    """Propose to close a game of which every ball is called and nobody sang bingo (D7)."""
    game = playing(state)
    if game is None or game.phase is not Phase.DRAW or game.called < state.rules.universe:
        return refuse("NOBINGO-EARLY", universe=state.rules.universe)
    refusal = _not_carried(state, game)
    if refusal is not None:
        return refusal
    if NO_BINGO in game.proposed:
        return refuse("AGREE-PROPOSED")
    return (NoBingoProposed(context.actor.person),)


def approve_no_bingo(state: State, _: ApproveNoBingo, context: Context) -> Answer:
    """Close it as the second person: the prizes that nobody sang go to the next game (D7)."""
    agreed = _agreed(state, NO_BINGO, context)
    if isinstance(agreed, Refusal):
        return agreed
    game = playing(state)
    assert game is not None
    refusal = _not_carried(state, game)
    if refusal is not None:
        return refusal
    unsung = sum(each.amount for each in game.prizes if not game.is_settled(each.prize))
    return (BingoCarried(game.number, unsung, context.actor.person),)


def _not_carried(state: State, game: Game) -> Refusal | None:
    """Say why no bingo passes to the next game: another hall may still win it, or it is won here (D7)."""
    if game.is_awarded(state.rules.last):
        return refuse("NOBINGO-WON")
    return refuse("HALLS-PLAY", halls=game.followed) if game.followed else None


def _agreed(state: State, what: str, context: Context) -> tuple[str, str] | Refusal:
    """Return who proposed it and why, once another person in another post agrees."""
    game = playing(state)
    if game is None or game.phase is not Phase.DRAW or what not in game.proposed:
        return refuse("AGREE-NONE")
    if game.proposed[what][0] == context.actor.person:
        return refuse("AGREE-SAME")
    return game.proposed[what]


STEPS: Final[Steps] = {
    NoteWrongCall: Step(
        "Error al cantar",
        (Post.JEFE, Post.LOCUTOR),
        note_wrong_call,
        Button(Place.SELDOM, (shown.ball,), Care.WRITTEN, Proof.SESSION, (Key("Alt+X"),)),
    ),
    KeepPlaying: Step(
        "Acordar seguir",
        (Post.DIRECTOR,),
        keep_playing,
        Button(Place.IN_ORDER, (shown.proposals,), Care.PRESS, Proof.KEY),
    ),
    ProposeManual: Step(
        "Proponer seguir a mano",
        (Post.JEFE,),
        propose_manual,
        Button(Place.SELDOM, (), Care.HELD, Proof.KEY),
        late=False,
    ),
    ApproveManual: Step(
        "Conformar seguir a mano",
        (Post.DIRECTOR,),
        approve_manual,
        Button(Place.IN_ORDER, (shown.proposals,), Care.HELD, Proof.KEY),
        late=False,
    ),
    ProposeNoBingo: Step(
        "Proponer cierre sin bingo",
        (Post.JEFE,),
        propose_no_bingo,
        Button(Place.SELDOM, (), Care.HELD, Proof.KEY),
    ),
    ApproveNoBingo: Step(
        "Conformar cierre sin bingo",
        (Post.DIRECTOR,),
        approve_no_bingo,
        Button(Place.IN_ORDER, (shown.proposals,), Care.HELD, Proof.KEY),
    ),
}
"""How the commands of this chapter are decided and taken."""
