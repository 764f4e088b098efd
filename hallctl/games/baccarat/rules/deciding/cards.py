"""The cards that leave the shoe, and what it tells of the result (BA-03, 21, 25..39, DB14).

Whose a card is follows from the rules; a card or a result that does not fit stops the table. Not responsible
for what two people decide then (``people``).
"""

from typing import Final

from hallctl.games.baccarat.rules import shown
from hallctl.games.baccarat.rules.commands.round import (
    BurnRoundCard,
    EnterCard,
    NoteExposed,
    ReportCard,
    ReportResult,
    ReportShoeTrouble,
)
from hallctl.games.baccarat.rules.deciding.shoe import is_card
from hallctl.games.baccarat.rules.events.round import (
    CardDealt,
    CardExposed,
    CardHeld,
    ResultTold,
    TableStopped,
)
from hallctl.games.baccarat.rules.events.shoe import CardBurnt
from hallctl.games.baccarat.rules.events.untold import MessagesMissed
from hallctl.games.baccarat.rules.kinds import Dispute, Phase, Source, Stage
from hallctl.games.baccarat.rules.refusals import refuse
from hallctl.games.baccarat.rules.state import Round, Shoe, State
from hallctl.games.baccarat.rules.tableau import Result, Side, outcome
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.base import Event
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Key, Place, Proof, Step, Steps

_Drawn = tuple[Side | None, str, Source, int | None, str]
"""A card as it was drawn: whose it is said to be, which, by whom, the message's number, its line."""


def enter_card(state: State, command: EnterCard, _: Context) -> Answer:
    """Take the croupier's word for a card, where the shoe cannot read (DB14)."""
    if state.rules.cards_by != "croupier":
        return refuse("CARD-SHOE")
    round_ = in_round(state, refuse("CARD-PHASE"), Phase.DEALING)
    if isinstance(round_, Refusal):
        return round_
    code = command.card.strip().upper()
    if not is_card(code):
        return refuse("CARD-CODE", card=code)
    if awaits_burn(state, round_):
        return refuse("CARD-BURN")
    if len(round_.cards) >= 4 and not round_.all_turned:
        return refuse("CARD-TURN")
    assert state.shoe is not None
    return _dealt(round_, state.shoe, (None, code, Source.CROUPIER, None, ""))


def burn_round_card(state: State, _: BurnRoundCard, __: Context) -> Answer:
    """Confirm the card burnt before the round, which nobody sees (BA-24)."""
    round_ = in_round(state, refuse("CARD-PHASE"), Phase.BETS, Phase.DEALING)
    if isinstance(round_, Refusal):
        return round_
    if not awaits_burn(state, round_):
        return refuse("CARD-BURN-NONE")
    return (CardBurnt(round_.number, "", "round"),)


def awaits_burn(state: State, round_: Round) -> bool:
    """Return whether a card is still to be burnt before the round (BA-24)."""
    begun = round_.burnt or round_.drawn or round_.phase is Phase.DISPUTED
    return state.rules.burn_each and not begun


def note_exposed(state: State, command: NoteExposed, _: Context) -> Answer:
    """Note that a card left the shoe face up: valid, and nothing stops (BA-17)."""
    round_ = state.playing
    if round_ is None or round_.phase not in (Phase.DEALING, Phase.DISPUTED):
        return refuse("CARD-EXPOSED")
    place = command.place or len(round_.cards)
    if not 0 < place <= len(round_.cards):
        return refuse("CARD-EXPOSED")
    return (CardExposed(round_.number, place),)


def report_card(state: State, command: ReportCard, _: Context) -> Answer:
    """Take a card that the shoe told; of a message that was taken already it says nothing new."""
    shoe, round_ = state.dealing, state.playing
    if command.sequence == state.sequence:
        return ()
    if command.card and not is_card(command.card):
        return refuse("CARD-CODE", card=command.card)
    if shoe is None or shoe.stage not in (Stage.LOADED, Stage.OPEN):
        return refuse("SHOE-OVER") if state.shoe is not None else refuse("SHOE-NONE")
    told = (command.sequence, command.line)
    if shoe.stage is Stage.LOADED:
        return (CardBurnt(0, command.card, "burn", *told),)
    if round_ is None:
        if shoe.last is not None and state.games >= shoe.last:
            return refuse("SHOE-OVER")
        return (CardBurnt(state.games, command.card, "stray", *told),)
    if round_.phase in (Phase.RESULT, Phase.COLLECTED):
        return (CardBurnt(round_.number, command.card, "stray", *told),)
    if awaits_burn(state, round_):
        return (CardBurnt(round_.number, command.card, "round", *told),)
    drawn = (command.side, command.card, Source.SHOE, *told)
    if round_.phase is Phase.DEALING:
        return _dealt(round_, shoe, drawn)
    held = CardHeld(round_.number, *drawn)
    return (held, *_stopped(round_, Dispute.EARLY)) if round_.phase is Phase.BETS else (held,)


def _dealt(round_: Round, shoe: Shoe, drawn: _Drawn) -> tuple[Event, ...]:
    """Return a card at its place in the round; or held, and the table stopped."""
    side, code, *said = drawn
    wrong = _misfit(round_, shoe, side, code)
    if wrong is not None:
        return (CardHeld(round_.number, *drawn), *_stopped(round_, wrong))
    expected = round_.expected
    assert expected is not None
    return (CardDealt(round_.number, len(round_.cards) + 1, expected, code, *said),)  # type: ignore[arg-type]


def _misfit(round_: Round, shoe: Shoe, side: Side | None, code: str) -> Dispute | None:
    """Return what is wrong with a card; None where it is the next one (BA-03, 21, 25)."""
    if not code:
        return Dispute.UNREAD
    if shoe.drawn.get(code, 0) >= shoe.decks:
        return Dispute.IMPOSSIBLE
    if round_.expected is None:
        return Dispute.EXTRA
    return None if side in (None, round_.expected) else Dispute.SIDE


def _stopped(round_: Round, dispute: Dispute, reason: str = "", line: str = "") -> tuple[Event, ...]:
    return (TableStopped(round_.number, dispute, reason, line),)


def report_result(state: State, command: ReportResult, _: Context) -> Answer:
    """Hold the result that the shoe told against the computed one; nobody sees either before (DB14)."""
    round_ = state.playing
    if command.sequence == state.sequence or round_ is None:
        return ()
    if round_.phase not in (Phase.DEALING, Phase.DISPUTED):
        return ()
    told = ResultTold(round_.number, command.result, command.sequence, command.line)
    if round_.phase is Phase.DISPUTED or _agreed(round_):
        return (told,)
    if round_.expected is not None:
        return (told, *_stopped(round_, Dispute.MISSING))
    same = computed(round_) is command.result
    return (told,) if same else (told, *_stopped(round_, Dispute.RESULT))


def _agreed(round_: Round) -> bool:
    """Return whether two people said what all its cards are: the shoe's word says nothing new."""
    return round_.expected is None and round_.agreed == tuple(each.card for each in round_.cards)


def computed(round_: Round) -> Result:
    """Return the result of a complete round (BA-42, 43)."""
    return outcome(round_.hand(Side.PLAYER), round_.hand(Side.BANKER)).result


def report_trouble(state: State, command: ReportShoeTrouble, _: Context) -> Answer:
    """Stop the table for a shoe that is faulty while cards are drawn, or whose messages were missed.

    Before the first round and between two there is nothing to stop: people say then which cards left it.
    """
    shoe, round_ = state.dealing, state.playing
    if command.sequence == state.sequence:
        return ()
    phases = (Phase.BETS, Phase.DEALING) if command.missed else (Phase.DEALING,)
    if round_ is not None and round_.phase in phases:
        return _stopped(round_, Dispute.UNREAD, command.detail.strip(), command.line)
    if shoe is None or not command.missed or shoe.missed or shoe.automatic:
        return ()
    outside = round_ is None or round_.phase is not Phase.DISPUTED
    if not outside or shoe.stage not in (Stage.LOADED, Stage.OPEN):
        return ()
    return (MessagesMissed(shoe.number, command.detail.strip(), command.line),)


def in_round(state: State, otherwise: Refusal, *phases: Phase) -> Round | Refusal:
    """Return the round where it stands in one of these phases, or why the step is not its next."""
    round_ = state.playing
    if round_ is None:
        return refuse("ROUND-NONE")
    if round_.phase in phases:
        return round_
    return refuse("ROUND-STOPPED") if round_.phase is Phase.DISPUTED else otherwise


_CROUPIER: Final = (Post.CROUPIER, Post.JEFE)

STEPS: Final[Steps] = {
    EnterCard: Step(
        "Carta",
        _CROUPIER,
        enter_card,
        Button(Place.IN_ORDER, (shown.cards,), Care.WRITTEN, Proof.SESSION, (Key("F6"),)),
    ),
    BurnRoundCard: Step(
        "Carta retirada",
        _CROUPIER,
        burn_round_card,
        Button(Place.IN_ORDER, (shown.cards,), Care.PRESS, Proof.SESSION),
    ),
    NoteExposed: Step(
        "Carta de cara",
        _CROUPIER,
        note_exposed,
        Button(Place.SELDOM, (shown.cards,), Care.PRESS, Proof.SESSION, (Key("Alt+X"),)),
        suspended=True,
    ),
    ReportCard: Step("Carta leída", (Post.CONTROLLER,), report_card, None, suspended=True),
    ReportResult: Step("Resultado leído", (Post.CONTROLLER,), report_result, None, suspended=True),
    ReportShoeTrouble: Step(
        "Aviso del distribuidor", (Post.CONTROLLER,), report_trouble, None, suspended=True
    ),
}
"""How the commands of this chapter are decided and taken."""
