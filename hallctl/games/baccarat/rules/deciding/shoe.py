"""A shoe in the order of the text: shuffled, cut, white card, loaded, burnt, dealt, ended (BA-08..16).

Not responsible for the cards that leave it (``cards``).
"""

from typing import Final

from hallctl.games.baccarat.rules import shown
from hallctl.games.baccarat.rules.cards import Card
from hallctl.games.baccarat.rules.commands.shoe import (
    ApproveShoe,
    BeginShoe,
    BurnCards,
    CloseShoe,
    CutCards,
    LoadShoe,
    NoteCutCard,
    PlaceCutCard,
    ReportCutCard,
    ShuffleCards,
)
from hallctl.games.baccarat.rules.events.decks import DecksWithdrawn
from hallctl.games.baccarat.rules.events.shoe import (
    CardsBurnt,
    CardsCut,
    CardsShuffled,
    CutCardPlaced,
    CutCardSeen,
    ShoeApproved,
    ShoeBegun,
    ShoeClosed,
    ShoeLoaded,
)
from hallctl.games.baccarat.rules.kinds import Lot, Source, Stage
from hallctl.games.baccarat.rules.refusals import refuse
from hallctl.games.baccarat.rules.state import Shoe, State
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.base import Event
from hallctl.rules.folios import CLOSING, RESERVE, first_folio, folios_left, granted
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Key, Place, Proof, Step, Steps

HANDLED: Final = "las manejaron los jugadores"
"""Why decks that players held are withdrawn after the shoe (BA-56)."""

_TENS: Final = 10
"""What a ten or a figure says of how many cards are burnt (DB3)."""

ACE: Final = "AS"
"""A first card that burns the fewest: offered where none is known, to be replaced by the one that came."""

_CUT_BEFORE: Final = range(10, 17)
"""How many cards "approximately twelve" are (DB4)."""


def begin_shoe(state: State, command: BeginShoe, _: Context) -> Answer:
    """Begin a shoe once the one before is signed, with decks fit for play (BA-15, 16)."""
    if state.table is None:
        return refuse("BANK-CLOSED")
    if state.dealing is not None:
        return refuse("SHOE-OPEN", shoe=state.dealing.number)
    if state.shoe is not None and state.shoe.stage is Stage.CLOSED:
        return refuse("SHOE-SIGN", shoe=state.shoe.number)
    lot, device = state.lots.get(command.lot.strip()), state.devices.get(command.shoe.strip())
    if device is None:
        return refuse("DEVICE-UNKNOWN", shoe=command.shoe.strip())
    if lot is None or lot.standing is not Lot.FIT:
        return refuse("DECKS-UNFIT", lot=command.lot.strip())
    if lot.decks != state.rules.decks:
        return refuse("DECKS-COUNT", wanted=state.rules.decks, decks=lot.decks)
    if folios_left(state) < RESERVE:
        return refuse("BOOK-FULL")
    replaces = state.device if state.device != device.serial else ""
    begun = ShoeBegun(state.shoes + 1, lot.lot, lot.decks, device.serial, replaces, device.automatic)
    return (begun,)


def _at(state: State, stage: Stage) -> Shoe | Refusal:
    """Return the shoe where it stands at a stage of the beginning, or why the step is not its next."""
    shoe = state.dealing
    if shoe is None:
        return refuse("SHOE-NONE")
    if shoe.automatic:
        return refuse("SHOE-AUTOMATIC")
    return shoe if shoe.stage is stage else refuse("SHOE-ORDER")


def shuffle_cards(state: State, command: ShuffleCards, context: Context) -> Answer:
    """Confirm the shuffle, by a machine or by hand (BA-06)."""
    shoe = _at(state, Stage.BEGUN)
    if isinstance(shoe, Refusal):
        return shoe
    return (CardsShuffled(command.shuffler.strip(), context.actor.person),)


def cut_cards(state: State, command: CutCards, _: Context) -> Answer:
    """Confirm the cut (BA-09)."""
    shoe = _at(state, Stage.SHUFFLED)
    return shoe if isinstance(shoe, Refusal) else (CardsCut(command.cutter),)


def place_cut_card(state: State, command: PlaceCutCard, _: Context) -> Answer:
    """Confirm the white card, about twelve cards before the end (BA-08, DB4)."""
    shoe = _at(state, Stage.CUT)
    if isinstance(shoe, Refusal):
        return shoe
    if command.cards not in _CUT_BEFORE:
        return refuse("SHOE-CUT-CARD")
    return (CutCardPlaced(command.cards),)


def load_shoe(state: State, _: LoadShoe, __: Context) -> Answer:
    """Confirm that the cards are in the shoe, face down."""
    shoe = _at(state, Stage.MARKED)
    return shoe if isinstance(shoe, Refusal) else (ShoeLoaded(shoe.device),)


def burn_cards(state: State, command: BurnCards, _: Context) -> Answer:
    """Confirm that the first cards are burnt, as many as the rule set says (BA-10, 11, DB3)."""
    shoe = _at(state, Stage.LOADED)
    if isinstance(shoe, Refusal):
        return shoe
    if shoe.missed or shoe.proposal is not None:
        return refuse("SHOE-MISSED")
    read, said = shoe.burning, command.first.strip()
    first = read[0] if read and read[0] else said
    if said not in ("", first):
        return refuse("BURN-OTHER", card=first)
    wrong = wrong_burn(state, command.count, first)
    if wrong is not None:
        return wrong
    if read and len(read) != command.count:
        return refuse("BURN-READ", read=len(read), count=command.count)
    return (CardsBurnt(command.count, first if state.rules.burn == "first card" else ""),)


def burnt_by(first: str) -> int:
    """Return how many cards are burnt by the first of them, itself included (BA-11, DB3)."""
    return 1 + (Card.of(first).value or _TENS)


def wrong_burn(state: State, count: int, first: str) -> Refusal | None:
    """Return why so many cards are not what the rule set burns; None where they are."""
    if state.rules.burn == "decks":
        decks = state.rules.decks
        return None if count == decks else refuse("BURN-COUNT", wanted=decks)
    if not first:
        return refuse("BURN-FIRST")
    if not is_card(first):
        return refuse("CARD-CODE", card=first)
    wanted = burnt_by(first)
    return None if count == wanted else refuse("BURN-BY-FIRST", wanted=wanted)


def is_card(code: str) -> bool:
    """Return whether a code is one of a card."""
    try:
        Card.of(code)
    except ValueError:
        return False
    return True


def note_cut_card(state: State, command: NoteCutCard, _: Context) -> Answer:
    """Take the croupier's word that the white card appeared, also where it did before (BA-14)."""
    shoe = _at(state, Stage.OPEN)
    if isinstance(shoe, Refusal):
        return shoe
    if shoe.last is not None:
        return refuse("CUT-CARD-TWICE")
    now = current(state)
    number = command.round or now
    if not state.games - shoe.opened < number <= now:
        return refuse("CUT-CARD-ROUND", round=number)
    return (CutCardSeen(Source.CROUPIER, _last_round(state, number)),)


def report_cut_card(state: State, command: ReportCutCard, _: Context) -> Answer:
    """Take the shoe's word for it; said twice, it is nothing new."""
    shoe = state.dealing
    if command.sequence == state.sequence or shoe is None or shoe.last is not None:
        return ()
    if shoe.stage is not Stage.OPEN or shoe.automatic:
        return refuse("SHOE-ORDER")
    said = (command.sequence, command.line)
    return (CutCardSeen(Source.SHOE, _last_round(state, current(state)), *said),)


def current(state: State) -> int:
    """Return the number of the round that is played, or of the next one."""
    return state.games + (state.playing is None)


def _last_round(state: State, number: int) -> int:
    """Return which round is the last, by the round where the white card appears (DB5)."""
    playing = state.playing
    drawn = number < current(state) or (playing is not None and bool(playing.drawn))
    return number + (drawn and state.rules.white_card == "one more")


def close_shoe(state: State, command: CloseShoe, context: Context) -> Answer:
    """End the shoe between rounds; before its last one with a reason (BA-15)."""
    shoe, reason = state.dealing, command.reason.strip()
    if shoe is None:
        return refuse("SHOE-NONE")
    if state.playing is not None:
        return refuse("SHOE-ROUND", round=state.playing.number)
    if shoe.owed:
        return refuse("SHOE-COMMISSION")
    if not reason and not shoe.automatic and (shoe.last is None or state.games < shoe.last):
        return refuse("SHOE-REASON")
    closed = ShoeClosed(shoe.number, shoe.over, reason, context.actor.person)
    return (closed, *_handled(state, shoe))


def _handled(state: State, shoe: Shoe) -> tuple[Event, ...]:
    """Return the withdrawal of decks that players held (BA-56)."""
    if not state.rules.handling:
        return ()
    return (DecksWithdrawn(shoe.lot, HANDLED, state.lots[shoe.lot].rounds + shoe.over),)


def approve_shoe(state: State, command: ApproveShoe, context: Context) -> Answer:
    """Sign the shoe as the second person; its act takes the next folio (DB18)."""
    shoe = state.shoe
    if shoe is None or shoe.stage is not Stage.CLOSED:
        return refuse("SHOE-NONE")
    if shoe.closer == context.actor.person:
        return refuse("SHOE-SAME")
    sheets = granted(state, command.sheets, CLOSING + 1)
    if sheets < 1:
        return refuse("BOOK-FULL")
    return (ShoeApproved(shoe.number, context.actor.person, first_folio(state), sheets),)


_CROUPIER: Final = (Post.CROUPIER, Post.JEFE)


def _in_order(*keys: str, care: Care = Care.PRESS) -> Button:
    return Button(Place.IN_ORDER, (), care, Proof.SESSION, tuple(Key(key) for key in keys))


STEPS: Final[Steps] = {
    BeginShoe: Step("Empezar la partida", _CROUPIER, begin_shoe, _in_order("Alt+P", care=Care.WRITTEN)),
    ShuffleCards: Step("Cartas barajadas", _CROUPIER, shuffle_cards, _in_order(care=Care.WRITTEN)),
    CutCards: Step("Cartas cortadas", _CROUPIER, cut_cards, _in_order(care=Care.WRITTEN)),
    PlaceCutCard: Step("Carta blanca puesta", _CROUPIER, place_cut_card, _in_order(care=Care.WRITTEN)),
    LoadShoe: Step("Cartas introducidas", _CROUPIER, load_shoe, _in_order()),
    BurnCards: Step("Primeras cartas retiradas", _CROUPIER, burn_cards, _in_order(care=Care.WRITTEN)),
    NoteCutCard: Step(
        "Salió la carta blanca",
        _CROUPIER,
        note_cut_card,
        Button(Place.SELDOM, (), Care.PRESS, Proof.SESSION, (Key("Alt+B"),)),
        suspended=True,
    ),
    ReportCutCard: Step("Carta blanca leída", (Post.CONTROLLER,), report_cut_card, None, suspended=True),
    CloseShoe: Step(
        "Terminar la partida",
        (Post.JEFE,),
        close_shoe,
        Button(Place.AWAITED, (), Care.WRITTEN, Proof.SESSION),
    ),
    ApproveShoe: Step(
        "Firmar la partida",
        (Post.DIRECTOR,),
        approve_shoe,
        Button(Place.IN_ORDER, (shown.cards,), Care.PRESS, Proof.KEY),
    ),
}
"""How the commands of this chapter are decided and taken."""
