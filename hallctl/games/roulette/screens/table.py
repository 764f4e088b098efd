"""The wall of a roulette table, made from the durable state (RO-22, RO-67, RO-74, RO-76).

A number is on it once it is established, never what one witness says of it (DR11). Not responsible for
pixels, nor for when the table has anything to show.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from displays.views import TableView
from displays.views.table import Came, LimitLine
from hallctl.games.roulette.rules.kinds import Phase
from hallctl.games.roulette.rules.layout import SIMPLE as SIMPLE_CHANCES
from hallctl.games.roulette.rules.layout import TERMS, Chance
from hallctl.games.roulette.rules.ruleset import RuleSet
from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.rules.wheel import USUAL_RED, ZEROS, Wheel
from hallctl.games.roulette.screens.texts import LANGUAGES, SIMPLE, TableTexts
from hallctl.games.roulette.words import calls
from hallctl.outputs.screens.wall import Wall

TONES: Final = {
    Phase.BETS: "play",
    Phase.LAUNCHED: "play",
    Phase.CLOSED: "attention",
    Phase.DISPUTED: "stop",
    Phase.VOID: "stop",
}
_SHOWN: Final = 3
"""Numbers that came most often, and as many that came least."""


def table(state: State, wall: Wall, came: Sequence[str] = (), halted: bool = False) -> TableView:
    """Return what the wall of a table shows now.

    Args:
        state: Where the table stands.
        wall: What a wall needs beside it.
        came: Every number since the wheel was last inspected, for how often each came.
        halted: Whether the book has stopped the hall.
    """
    spin, texts, wheel = state.spin, LANGUAGES[wall.language], state.wheel
    number = spin.pocket if spin is not None and state.table is not None else ""
    phase = None if spin is None or state.table is None else spin.phase
    tone = "calm" if phase is None else TONES.get(phase, "win")
    return TableView(
        hall=wall.hall,
        simulated=wall.simulated,
        tone="stop" if halted else tone,
        headline=wall.texts.pause if halted else _headline(state, wall, texts),
        notice=wall.texts.pause_notice if halted else "",
        game=None if phase is None or spin is None else spin.number,
        hour=wall.hour,
        language=wall.language,
        colours=wall.colours,
        replay=wall.replay,
        logo=wall.logo,
        number=number,
        said=_said(number, phase, wheel, texts),
        closes_in=None if halted else _closes_in(state, wall),
        last=state.numbers,
        zeros=ZEROS[: state.rules.pockets - 36],
        red=USUAL_RED if wheel is None else wheel.red,
        won=tuple(_won(number, wheel)),
        limits=tuple(_limits(state.rules, texts)),
        often=tuple(_often(came, state.rules, texts)) if state.rules.hot_cold else (),
        independent=texts.independent if state.rules.hot_cold else "",
    )


def _headline(state: State, wall: Wall, texts: TableTexts) -> str:
    """Return the call of the moment, or the number that came with its colour (RO-74)."""
    spin, said = state.spin, calls(wall.language)
    if state.table is None:
        return said.closed_table
    if spin is None:
        return texts.opened
    if spin.pocket in ZEROS:
        return texts.zeros[ZEROS.index(spin.pocket)]
    if spin.pocket and state.wheel is not None:
        return f"{spin.pocket} {texts.colours[state.wheel.colour(spin.pocket).value].lower()}"
    by_phase = {Phase.CLOSED: said.closed, Phase.DISPUTED: said.stopped, Phase.VOID: said.void}
    return by_phase.get(spin.phase, said.bets)


def _said(number: str, phase: Phase | None, wheel: Wheel | None, texts: TableTexts) -> str:
    """Return what the number is, or what is awaited."""
    if number and wheel is not None:
        colour = texts.colours[wheel.colour(number).value]
        if number in ZEROS:
            return texts.zeros[ZEROS.index(number)].upper()
        value = int(number)
        return f"{colour}\n{texts.parity[value % 2]} · {texts.halves[value > 18]}"
    match phase:
        case Phase.BETS | Phase.LAUNCHED:
            return texts.open
        case Phase.CLOSED:
            return texts.running
        case Phase.VOID:
            return texts.void
        case Phase.DISPUTED:
            return texts.waiting
        case _:
            return texts.no_bets


def _closes_in(state: State, wall: Wall) -> int | None:
    """Return the seconds of betting time that are left (RO-67, RO-73)."""
    spin = state.playing
    if spin is None or not spin.betting or spin.closes_at is None or wall.now is None:
        return None
    return max(0, -(-(spin.closes_at - wall.now) // 1000))


def _won(number: str, wheel: Wheel | None) -> Iterator[str]:
    """Yield the spaces outside the numbers that win; a zero wins on none (RO-69)."""
    if not number or number in ZEROS or wheel is None:
        return
    value = int(number)
    yield f"dozen-{(value - 1) // 12 + 1}"
    yield f"column-{(value - 1) % 3 + 1}"
    yield "odd" if value % 2 else "even"
    yield "high" if value > 18 else "low"
    yield wheel.colour(number).value


def _limits(rules: RuleSet, texts: TableTexts) -> Iterator[LimitLine]:
    """Yield what each chance takes and pays, the simple ones in one line where they are alike (RO-82)."""
    limits, alike = rules.table_limits, False
    simple = {(limits.minimum.get(each), limits.maximum.get(each)) for each in SIMPLE_CHANCES}
    alike = len(simple) == 1
    for chance in Chance:
        if chance not in limits.minimum or (alike and chance in SIMPLE_CHANCES[1:]):
            continue
        terms = TERMS[chance]
        name = SIMPLE if alike and chance in SIMPLE_CHANCES else chance.value
        least, most = texts.amount(limits.minimum[chance]), texts.amount(limits.most(chance))
        taken = texts.taken.format(least=least, most=most, currency=rules.currency)
        yield LimitLine(texts.chances[name], taken, f"{terms.pays} : {terms.units}")


def _often(came: Sequence[str], rules: RuleSet, texts: TableTexts) -> Iterator[Came]:
    """Yield the numbers that came most and least often, with what chance gives beside (DR14)."""
    if not came:
        return
    pockets = (*ZEROS[: rules.pockets - 36], *map(str, range(1, 37)))
    counts = Counter(dict.fromkeys(pockets, 0))
    counts.update(came)
    ordered = sorted(pockets, key=lambda each: -counts[each])
    by_chance = f"{len(came) / rules.pockets:.1f}".replace(".", texts.decimals)
    for number in (*ordered[:_SHOWN], *ordered[-_SHOWN:]):
        yield Came(number, counts[number], by_chance)
