"""The announcement of a game, the sale of its cards and the close of the sale.

Not responsible for deliveries to sellers nor for a complementary series.
"""

from hallctl.rules import commands as cmd
from hallctl.rules import events as ev
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.deciding.opening import is_spent
from hallctl.rules.merkle import root
from hallctl.rules.money import share_out
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.state import Game, Phase, State


def announce_game(state: State, command: cmd.AnnounceGame, _: Context) -> Answer:
    """Announce series, size and price; the sale is then open (AJ-65)."""
    refusal = _not_ready(state)
    if refusal is not None:
        return refusal
    series = state.series.get(command.series)
    if series is None:
        return refuse("SERIES-UNKNOWN", series=command.series)
    if series.matrix not in state.matrices:
        return refuse("SERIES-FILE", series=series.key)
    last = state.pointers[series.key]
    if last >= series.size:
        return refuse("SERIES-SPENT", series=series.key)
    game = state.games + 1
    return (ev.GameAnnounced(game, series.key, series.size, series.face_value, last + 1),)


def _not_ready(state: State) -> Refusal | None:
    session, mounted = state.session, state.mounted
    if session is None:
        return refuse("SESSION-NONE")
    if state.playing is not None:
        return refuse("GAME-OPEN", game=state.playing.number)
    missing = [item for item in state.rules.checks if item not in session.passed]
    if missing:
        return refuse("CHECKS", missing=", ".join(missing))
    if mounted is None:
        return refuse("SET-NONE")
    if is_spent(state, state.ball_sets[mounted]):
        return refuse("SET-SPENT", set=mounted, limit=state.rules.ball_set_games)
    fit = [s for s in state.ball_sets.values() if not s.retired and not is_spent(state, s)]
    if state.rules.spare_set and len(fit) < 2:
        return refuse("SET-SPARE")
    if session.last_game is not None and state.games >= session.last_game:
        return refuse("LAST-GAME", game=session.last_game)
    if not session.loaded:
        return refuse("LOAD-NONE")
    if state.book is None or state.folios >= state.book.folios:
        return refuse("BOOK-FULL")
    return None


def sell_cards(state: State, command: cmd.SellCards, context: Context) -> Answer:
    """Sell the next cards: the number after the last one sold in any earlier game (AJ-66, 67)."""
    game = state.playing
    if game is None:
        return refuse("GAME-NONE")
    if game.phase is not Phase.SALE:
        return refuse("SALE-PHASE")
    if command.count < 1:
        return refuse("SALE-COUNT")
    last, size = state.pointers[game.series], state.series[game.series].size
    if command.count > size - last:
        return refuse("SALE-SHORT", left=size - last, series=game.series, count=command.count)
    sold = ev.SoldRange(game.series, last + 1, last + command.count)
    return (ev.CardsSold(sold, context.actor.person),)


def close_sale(state: State, _: cmd.CloseSale, __: Context) -> Answer:
    """Close the sale for good and share out what was collected (AJ-77, 82, 116)."""
    game = state.playing
    if game is None:
        return refuse("GAME-NONE")
    if game.phase is not Phase.SALE:
        return refuse("SALE-PHASE")
    declared = state.session.minimum if state.session is not None else None
    minimum = declared if declared is not None else state.rules.minimum_to_start
    if game.cards < minimum:
        return refuse("SALE-MINIMUM", sold=game.cards, minimum=minimum)
    return (_closed(state, game),)


def _closed(state: State, game: Game) -> ev.SaleClosed:
    collected = game.cards * game.face_value
    rules = state.rules
    pots = [progressive.share_bp for progressive in rules.progressives]
    shares = share_out(collected, rules.line_bp, rules.bingo_bp, pots)
    contributions = _contributions(state, shares.progressives)
    above_caps = sum(shares.progressives) - sum(c.amount for c in contributions)
    leaves = [f"{part.series}/{n}".encode() for part in game.sold for n in range(part.first, part.last + 1)]
    return ev.SaleClosed(
        sold=game.sold,
        cards=game.cards,
        collected=collected,
        line=shares.line,
        bingo=shares.bingo,
        progressives=contributions,
        house=shares.house + above_caps,
        root=root(leaves),
    )


def _contributions(state: State, shares: tuple[int, ...]) -> tuple[ev.Contribution, ...]:
    """Return what goes to each progressive, up to its cap (AJ-115, 123)."""
    found = []
    for progressive, share in zip(state.rules.progressives, shares, strict=True):
        held = state.progressives.get(progressive.name, 0)
        amount = max(0, min(share, progressive.cap - held))
        found.append(ev.Contribution(progressive.name, amount, held + amount))
    return tuple(found)
