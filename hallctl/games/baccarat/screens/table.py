"""The wall of a baccarat table, made from the durable state (BA-14, BA-22, BA-42, BA-54).

A card is on it once it is turned, a result once it is established, never what one witness says (DB14). Not
responsible for pixels, nor for when the table has anything to show.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from displays.views.cards import DOWN, CardsView, HandShown, RoadCell, RoadMark, RoundShown
from displays.views.table import LimitLine
from hallctl.games.baccarat.rules.kinds import Phase, Stage
from hallctl.games.baccarat.rules.roads import Mark, Step, roads
from hallctl.games.baccarat.rules.ruleset import RuleSet
from hallctl.games.baccarat.rules.state import Round, State
from hallctl.games.baccarat.rules.tableau import NATURAL, Result, Side, is_pair, total
from hallctl.games.baccarat.screens.texts import CHINESE, ENGLISH, KINDS, LANGUAGES, PAYS
from hallctl.outputs.screens.wall import Wall

_TONES: Final = {
    Phase.BETS: "play",
    Phase.DEALING: "attention",
    Phase.DISPUTED: "stop",
    Phase.VOID: "stop",
}
_WINS: Final = (Result.PLAYER, Result.BANKER, Result.TIE)
_THOUSANDS: Final = {"pt": ".", "es": ".", "en": ","}


def table(state: State, wall: Wall, halted: bool = False) -> CardsView:
    """Return what the wall of a table shows now.

    Args:
        state: Where the table stands.
        wall: What a wall needs beside it.
        halted: Whether the book has stopped the hall.
    """
    round_ = state.round if state.table is not None else None
    headline, notice = _said(wall.language, *_moment(state, round_))
    found = roads([past.result for past in state.past])
    hands = [_hand(round_, side) for side in (Side.PLAYER, Side.BANKER)]
    return CardsView(
        hall=wall.hall,
        simulated=wall.simulated,
        tone="stop" if halted else _tone(round_),
        headline=wall.texts.pause if halted else headline,
        notice=wall.texts.pause_notice if halted else notice,
        game=None if round_ is None else round_.number,
        hour=wall.hour,
        language=wall.language,
        colours=wall.colours,
        replay=wall.replay,
        logo=wall.logo,
        player=hands[0],
        banker=hands[1],
        result="" if round_ is None or round_.result is None else round_.result.value,
        natural=round_ is not None and round_.result is not None and _natural(round_),
        last=" · ".join(_in_languages(wall.language, "last")) if state.last_round else "",
        rounds=tuple(RoundShown(p.result.value, p.player_pair, p.banker_pair) for p in state.past),
        ties=found.ties,
        big=tuple(RoadCell(win.column, win.row, win.round, win.ties) for win in found.big),
        eye=_marks(found.eye),
        small=_marks(found.small),
        cockroach=_marks(found.cockroach),
        limits=tuple(_limits(state.rules, wall.language)),
        currency=state.rules.currency,
    )


def _moment(state: State, round_: Round | None) -> tuple[str, int | None]:
    """Return which text says what goes on; of a result, also which of the three."""
    if state.table is None:
        return "shut", None
    shoe = state.shoe
    if round_ is not None and round_.open:
        return _of_round(round_)
    if shoe is not None and shoe.stage in (Stage.CLOSED, Stage.SIGNED):
        return "no_shoe", None
    if shoe is None or shoe.stage is not Stage.OPEN:
        return "open" if shoe is None else "shuffle", None
    return ("open", None) if round_ is None else _of_round(round_)


def _of_round(round_: Round) -> tuple[str, int | None]:
    match round_.phase:
        case Phase.BETS:
            return ("demonstration" if round_.demonstration else "bets"), None
        case Phase.DEALING:
            return ("demonstration" if round_.demonstration else "closed"), None
        case Phase.DISPUTED:
            return "stopped", None
        case Phase.VOID:
            return "void", None
        case _:
            return "wins", None if round_.result is None else _WINS.index(round_.result)


def _said(language: str, field: str, which: int | None) -> tuple[str, str]:
    """Return the headline in the hall's language, and the same in English and Chinese."""
    first, *others = _in_languages(language, field, which)
    return first, " · ".join(others)


def _in_languages(language: str, field: str, which: int | None = None) -> tuple[str, ...]:
    """Return a text in the hall's language, in English and in Chinese, each once."""
    told = (getattr(each, field) for each in (LANGUAGES[language], ENGLISH, CHINESE))
    return tuple(dict.fromkeys(text if which is None else text[which] for text in told))


def _tone(round_: Round | None) -> str:
    if round_ is None:
        return "calm"
    return _TONES.get(round_.phase, "win")


def _hand(round_: Round | None, side: Side) -> HandShown:
    """Return a hand as everybody sees it: what is dealt and not turned lies face down (BA-22)."""
    if round_ is None or round_.phase is Phase.VOID:
        return HandShown((), None, False)
    seen = [each.card for each in round_.shown if each.side is side]
    cards = round_.hand(side)
    down = len(cards) - len(seen)
    known = bool(seen) and not down
    pair = known and round_.result is not None and is_pair(cards)
    return HandShown((*seen, *(DOWN,) * down), total(cards) if known else None, pair)


def _natural(round_: Round) -> bool:
    hands = [round_.hand(side) for side in (Side.PLAYER, Side.BANKER)]
    return any(len(hand) == 2 and total(hand) >= NATURAL for hand in hands)


def _marks(steps: Sequence[Step]) -> tuple[RoadMark, ...]:
    return tuple(RoadMark(step.column, step.row, step.mark is Mark.RED) for step in steps)


def _limits(rules: RuleSet, language: str) -> Iterator[LimitLine]:
    """Yield what each kind of bet takes and pays (BA-54)."""
    for limit in rules.limits:
        least, most = (_amount(each, language) for each in (limit.minimum, limit.maximum))
        yield LimitLine(KINDS[language][limit.kind], f"{least} – {most}", PAYS[limit.kind])


def _amount(minor: int, language: str) -> str:
    """Return an amount of hundredths, with decimals only where it has any."""
    separator = _THOUSANDS[language]
    whole = f"{minor // 100:,}".replace(",", separator)
    return whole if minor % 100 == 0 else f"{whole}{'.' if separator == ',' else ','}{minor % 100:02d}"
