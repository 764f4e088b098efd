"""What the desk of a baccarat table offers, the next step to take first.

Not responsible for whether a step is open: ``outputs.desk`` asks the rules.
"""

from collections.abc import Iterator

from hallctl.games.any_table.questions import pieces, slip
from hallctl.games.any_table.rules.commands import CloseTable, CreditTable, FillTable, OpenTable
from hallctl.games.baccarat.desk import questions as q
from hallctl.games.baccarat.desk.of_round import steps_of_round
from hallctl.games.baccarat.desk.of_untold import steps_of_untold
from hallctl.games.baccarat.rules.commands.decks import (
    AgreeInspection,
    DestroyDecks,
    InspectDecks,
    ReceiveDecks,
    WithdrawDecks,
)
from hallctl.games.baccarat.rules.commands.round import OpenBets, OpenDemonstration, ReturnCards
from hallctl.games.baccarat.rules.commands.shoe import (
    ApproveShoe,
    BeginShoe,
    BurnCards,
    CloseShoe,
    CollectCommission,
    CutCards,
    LoadShoe,
    NoteCutCard,
    PlaceCutCard,
    ShuffleCards,
)
from hallctl.games.baccarat.rules.commands.table import NoteBreach, RegisterShoe
from hallctl.games.baccarat.rules.deciding.decks import CARDS
from hallctl.games.baccarat.rules.deciding.round import unreturned
from hallctl.games.baccarat.rules.deciding.shoe import ACE, burnt_by, current
from hallctl.games.baccarat.rules.kinds import Breach, Cutter, Lot, Stage
from hallctl.games.baccarat.rules.state import Decks, Shoe, State
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.house_steps import between_sessions, copy, interruptions, of_clock, opening
from hallctl.outputs.offer import Candidate, Premises, Question, step
from hallctl.outputs.session_steps import step_of_players, steps_to_answer, steps_to_write
from hallctl.rules.commands.session import CloseSession, PassCheck


def candidates(state: State, premises: Premises, _late: bool) -> Iterator[Candidate]:
    """Yield the steps that belong to where the table stands."""
    if state.book is None:
        yield opening(state, premises)
        return
    yield from interruptions(state)
    round_ = state.playing
    if round_ is not None:
        yield from steps_of_round(state, round_)
        yield step(NoteBreach(Breach.STANDING, ""), "", *q.BREACH)
        yield step(FillTable("", state.rules.blank_count), "", *slip())
        yield from steps_to_answer(state)
        yield from steps_to_write()
    else:
        yield from _between_rounds(state, premises)
    yield from of_clock(state)


def _between_rounds(state: State, premises: Premises) -> Iterator[Candidate]:
    for shoe in premises.series:
        if isinstance(shoe, RegisterShoe) and shoe.serial not in state.devices:
            yield step(shoe, _("Registrar distribuidor {shoe}", shoe=shoe.serial))
    session = state.session
    if session is None:
        yield from between_sessions(state, premises)
        yield copy(state)
        return
    for item in state.rules.checks:
        if item not in session.passed:
            yield step(PassCheck(item), _("Funciona: {item}", item=Sentence(item)))
    for lot in state.lots.values():
        yield from _waiting_lot(lot)
    if state.table is None:
        yield step(OpenTable(state.rules.blank_count), "", pieces(_("Fondo de la mesa")))
        yield step(CloseSession())
    else:
        yield from _of_open_table(state)
    yield from _of_decks(state)
    yield from steps_to_answer(state)
    yield step_of_players(session)
    yield from steps_to_write()
    yield copy(state)


def _waiting_lot(lot: Decks) -> Iterator[Candidate]:
    if lot.standing is Lot.COUNTED:
        yield step(AgreeInspection(lot.lot), _("Conformar la inspección del lote {lot}", lot=lot.lot))
    elif lot.standing is Lot.RECEIVED:
        label = _("Inspeccionar el lote {lot}", lot=lot.lot)
        yield step(InspectDecks(lot.lot, lot.decks * CARDS), label, *q.inspection())


def _of_decks(state: State) -> Iterator[Candidate]:
    """The register of decks: receipt, withdrawal, destruction (DB15)."""
    yield step(ReceiveDecks("", "", state.rules.decks), "", *q.RECEIVED)
    for lot in state.lots.values():
        if lot.standing is Lot.FIT:
            yield step(WithdrawDecks(lot.lot, ""), _("Retirar el lote {lot}", lot=lot.lot), q.REASON)
        elif lot.standing is Lot.WITHDRAWN:
            witness = Question("witness", _("Ante quién"), "text")
            yield step(DestroyDecks(lot.lot, ""), _("Destruir el lote {lot}", lot=lot.lot), witness)


def _of_open_table(state: State) -> Iterator[Candidate]:
    shoe = state.shoe
    if shoe is not None and shoe.stage is Stage.CLOSED:
        yield step(ApproveShoe())
    elif state.dealing is None:
        yield from _begin(state)
    else:
        yield from _of_shoe(state, state.dealing)
    blank = state.rules.blank_count
    yield step(FillTable("", blank), "", *slip())
    yield step(CreditTable("", blank), "", *slip())
    if state.dealing is None:
        yield step(CloseTable(blank), "", pieces(_("Todo lo que hay en la mesa y en su caja")))
    yield step(NoteBreach(Breach.STANDING, ""), "", *q.BREACH)


def _begin(state: State) -> Iterator[Candidate]:
    fit = next((lot.lot for lot in state.lots.values() if lot.standing is Lot.FIT), "")
    device = state.device or next(iter(state.devices), "")
    yield step(BeginShoe(fit, device), "", *q.begin(state))


def _of_shoe(state: State, shoe: Shoe) -> Iterator[Candidate]:
    match shoe.stage:
        case Stage.BEGUN:
            yield step(ShuffleCards(), "", q.SHUFFLER)
        case Stage.SHUFFLED:
            yield step(CutCards(Cutter.PLAYER), "", q.CUTTER)
        case Stage.CUT:
            yield step(PlaceCutCard(state.rules.cut_before), "", q.CUT_CARD)
        case Stage.MARKED:
            yield step(LoadShoe())
        case Stage.LOADED:
            yield from _burning(state, shoe)
        case _:
            yield from _of_open_shoe(state, shoe)
    if shoe.stage is not Stage.OPEN:
        yield step(CloseShoe(), "", q.REASON)


def _burning(state: State, shoe: Shoe) -> Iterator[Candidate]:
    """The first cards: confirmed as the shoe told them, or said by two people (BA-10, 11)."""
    if shoe.missed or shoe.proposal is not None:
        yield from steps_of_untold(state, shoe)
        return
    if state.rules.burn == "decks":
        asked = BurnCards(state.rules.decks)
    else:
        first = next((card for card in shoe.burning if card), ACE)
        asked = BurnCards(burnt_by(first), first)
    yield step(asked, "", *q.burn(state))
    if shoe.burning:
        yield from steps_of_untold(state, shoe)


def _commission(state: State, shoe: Shoe) -> Candidate:
    """The commission that is owed (DB11): computed of each player, or written where totals are known."""
    if state.rules.stakes == "totals":
        most = sum(shoe.owed.values())
        return step(CollectCommission("", most - most % state.rules.chip), "", q.COMMISSION)
    return step(CollectCommission(), "", q.debtor(shoe))


def _of_open_shoe(state: State, shoe: Shoe) -> Iterator[Candidate]:
    """The next round, or the end of the shoe once the last one is over (BA-14, 15)."""
    if shoe.missed or shoe.proposal is not None:
        yield from steps_of_untold(state, shoe)
        yield step(CloseShoe(), "", q.REASON)
        return
    if unreturned(state):
        yield step(ReturnCards())
    over = bool(shoe.strange) or (shoe.last is not None and state.games >= shoe.last)
    closing = step(CloseShoe(), "", q.REASON)
    if shoe.owed:
        commission = _commission(state, shoe)
        yield commission.waited_for(_("Queda comisión por cobrar.")) if over else commission
    if over:
        strange = _("Salió una carta que no puede estar en estas barajas.")
        last = strange if shoe.strange else _("Se jugó la última jugada de la partida.")
        yield closing if shoe.owed else closing.waited_for(last)
        return
    opening_ = step(OpenBets())
    yield opening_.noticed(_("Es la última jugada de la partida.")) if state.last_round else opening_
    if not shoe.played and shoe.demonstrations < state.rules.demonstrations:
        yield step(OpenDemonstration())
    if shoe.last is None and not shoe.automatic:
        yield step(NoteCutCard(current(state)), "", q.WHITE)
    if not shoe.automatic:
        yield from steps_of_untold(state, shoe)
    yield closing
