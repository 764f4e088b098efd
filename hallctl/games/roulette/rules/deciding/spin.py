"""A spin in the order of the text: bets open, launched, bets closed, marker, losers, winners (RO-10).

Not responsible for the number (``number``), nor for what the bets win (``settlement``).
"""

from typing import Final

from hallctl.games.roulette.rules.commands.spin import (
    CloseBets,
    CollectLosers,
    EndBettingTime,
    LaunchBall,
    OpenBets,
    PayWinners,
    PlaceMarker,
    ReportLaunch,
    ReportNoMoreBets,
)
from hallctl.games.roulette.rules.events.spin import (
    BallLaunched,
    BetsClosed,
    BetsOpened,
    DirectionRepeated,
    LosersCollected,
    MarkerPlaced,
    WinnersPaid,
)
from hallctl.games.roulette.rules.kinds import Direction, Phase, Source
from hallctl.games.roulette.rules.money import due
from hallctl.games.roulette.rules.refusals import refuse
from hallctl.games.roulette.rules.state import Spin, State
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.base import Event
from hallctl.rules.folios import RESERVE, folios_left
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Key, Place, Proof, Step, Steps


def open_bets(state: State, _: OpenBets, context: Context) -> Answer:
    """Open a spin, once the one before it is paid or void (RO-77)."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if state.table is None:
        return refuse("TABLE-CLOSED")
    if state.played is None:
        return refuse("WHEEL-NONE")
    if state.playing is not None:
        return refuse("SPIN-OPEN", spin=state.playing.number)
    if folios_left(state) < RESERVE:
        return refuse("BOOK-FULL")
    until = context.now + state.rules.betting_ms
    return (BetsOpened(state.games + 1, context.actor.person, context.now, until),)


def launch_ball(state: State, command: LaunchBall, context: Context) -> Answer:
    """Take the croupier's word that the ball runs."""
    spin = in_phase(state, refuse("LAUNCH-PHASE"), Phase.BETS)
    if isinstance(spin, Refusal):
        return spin
    launched = BallLaunched(spin.number, context.actor.person, command.direction, Source.CROUPIER)
    return (launched, *_repeated(state, spin, command.direction))


def report_launch(state: State, command: ReportLaunch, _: Context) -> Answer:
    """Take the sensor's word that the ball runs; said twice, or without a spin, it is nothing new."""
    spin = state.playing
    if spin is None or spin.phase is not Phase.BETS or command.sensor == state.sensor:
        return ()
    direction, said = command.direction, (command.sensor, command.speed, command.line)
    launched = BallLaunched(spin.number, spin.croupier, direction, Source.SENSOR, *said)
    return (launched, *_repeated(state, spin, direction))


def _repeated(state: State, spin: Spin, direction: Direction) -> tuple[Event, ...]:
    """Return the notice of a rotor that turns as in the spin before, where it should alternate (DR16)."""
    if not state.rules.alternate or direction is Direction.UNKNOWN or direction is not state.direction:
        return ()
    return (DirectionRepeated(spin.number, direction),)


def close_bets(state: State, _: CloseBets, __: Context) -> Answer:
    """Take the croupier's "jogo feito, nada mais"; the ball runs (RO-10, DR9)."""
    spin = in_phase(state, refuse("BETS-PHASE"), Phase.LAUNCHED)
    return spin if isinstance(spin, Refusal) else (BetsClosed(spin.number, Source.CROUPIER),)


def report_no_more_bets(state: State, command: ReportNoMoreBets, _: Context) -> Answer:
    """Take the wheel's "no more bets", where it is the first (DR9)."""
    spin = state.playing
    if spin is None or spin.phase is not Phase.LAUNCHED:
        return ()
    return (BetsClosed(spin.number, Source.SENSOR, command.line),)


def end_betting_time(state: State, _: EndBettingTime, context: Context) -> Answer:
    """Close the bets of a ball that runs once their time is over (RO-73)."""
    spin = in_phase(state, refuse("BETS-PHASE"), Phase.LAUNCHED)
    if isinstance(spin, Refusal):
        return spin
    if spin.closes_at is None or context.now < spin.closes_at:
        return refuse("BETS-TIME")
    return (BetsClosed(spin.number, Source.TIME),)


def betting_time_over(state: State, now: int) -> Command | None:
    """Return the step of the controller that ends the betting time, once it is over."""
    spin = state.playing
    if spin is None or spin.phase is not Phase.LAUNCHED or state.suspended or spin.closes_at is None:
        return None
    return EndBettingTime() if now >= spin.closes_at else None


def place_marker(state: State, _: PlaceMarker, __: Context) -> Answer:
    """Confirm the marker, before anything is collected or paid (RO-76)."""
    spin = in_phase(state, refuse("MARKER-PHASE"), Phase.NUMBER)
    return spin if isinstance(spin, Refusal) else (MarkerPlaced(spin.number, spin.pocket),)


def collect_losers(state: State, command: CollectLosers, _: Context) -> Answer:
    """Collect the losing bets, before any is paid (RO-77)."""
    spin = in_phase(state, refuse("COLLECT-MARKER"), Phase.MARKED)
    if isinstance(spin, Refusal):
        return spin
    collected = _amount(state, command.collected, due(state, spin).collected)
    if isinstance(collected, Refusal):
        return collected
    if state.rules.stakes == "totals" and collected > spin.staked:
        return refuse("STAKES-TOO-MUCH", staked=spin.staked, amount=collected)
    return (LosersCollected(spin.number, collected),)


def pay_winners(state: State, command: PayWinners, _: Context) -> Answer:
    """Pay the winning bets: "pago"; bets may open again (RO-77)."""
    spin = in_phase(state, refuse("PAY-ORDER"), Phase.COLLECTED)
    if isinstance(spin, Refusal):
        return spin
    paid = _amount(state, command.paid, due(state, spin).prizes)
    if isinstance(paid, Refusal):
        return paid
    return (WinnersPaid(spin.number, paid, spin.staked - spin.collected),)


def _amount(state: State, said: int, computed: int) -> int | Refusal:
    """Return an amount of the spin: what a person says where totals are known, else what the bets give."""
    if said < 0:
        return refuse("STAKES-NEGATIVE")
    if state.rules.stakes == "totals":
        return said
    if said:
        return refuse("STAKES-UNKNOWN") if state.rules.stakes == "none" else refuse("STAKES-COMPUTED")
    return computed


def in_phase(state: State, otherwise: Refusal, *phases: Phase) -> Spin | Refusal:
    """Return the spin where it stands in one of these phases, or why the step is not its next."""
    spin = state.playing
    if spin is None:
        return refuse("SPIN-NONE")
    if spin.phase in phases:
        return spin
    return refuse("SPIN-STOPPED") if spin.phase is Phase.DISPUTED else otherwise


def _keyed(key: str, care: Care = Care.PRESS) -> Button:
    return Button(Place.IN_ORDER, (), care, Proof.SESSION, (Key(key),))


_CROUPIER: Final = (Post.CROUPIER, Post.JEFE)

STEPS: Final[Steps] = {
    OpenBets: Step("Abrir apuestas", _CROUPIER, open_bets, _keyed("F2"), faulty=False),
    LaunchBall: Step("Bola lanzada", _CROUPIER, launch_ball, _keyed("F3")),
    CloseBets: Step("No va más", _CROUPIER, close_bets, _keyed("F4")),
    PlaceMarker: Step("Marcador puesto", _CROUPIER, place_marker, _keyed("F7")),
    CollectLosers: Step("Perdedoras recogidas", _CROUPIER, collect_losers, _keyed("F8")),
    PayWinners: Step("Pagado", _CROUPIER, pay_winners, _keyed("F9")),
    ReportLaunch: Step("Lanzamiento visto", (Post.CONTROLLER,), report_launch, None, suspended=True),
    ReportNoMoreBets: Step(
        "Aviso del aparato", (Post.CONTROLLER,), report_no_more_bets, None, suspended=True
    ),
    EndBettingTime: Step("Fin del tiempo de apuestas", (Post.CONTROLLER,), end_betting_time, None),
}
"""How the commands of this chapter are decided and taken."""
