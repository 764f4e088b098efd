"""The announcement of a game, the sale of its cards and the close of the sale.

Not responsible for what is done with the money (``ledger``).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hallctl.games.bingo.rules.allotted import allotted, before_first, last_card, not_allotted
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.sale import (
    AnnounceClose,
    AnnounceGame,
    AnnounceSecondSeries,
    CloseSale,
    DeliverCards,
    RectifySale,
    ReturnCards,
    SellCards,
    TakeBackSale,
)
from hallctl.games.bingo.rules.deciding.by_rules import (
    rules_named,
    unfit,
    unfit_balls,
    unfit_cards,
    unfit_rules,
)
from hallctl.games.bingo.rules.deciding.opening import is_spent, sets_lacking
from hallctl.games.bingo.rules.deciding.out_of_game import out_of_game
from hallctl.games.bingo.rules.events.sale import (
    CardsDelivered,
    CardsReturned,
    CardsSold,
    CloseAnnounced,
    Contribution,
    GameAnnounced,
    PrizeAmount,
    SaleClosed,
    SaleRectified,
    SaleTakenBack,
    SecondSeriesAnnounced,
    SoldRange,
)
from hallctl.games.bingo.rules.money import Shares
from hallctl.games.bingo.rules.playing import offered, playing
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import Game, LinkedStage, Phase, State
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.till import OpenShift
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.deciding.till import no_shift
from hallctl.rules.folios import RESERVE, folios_left
from hallctl.rules.merkle import root
from hallctl.rules.papers import PaperKind
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import IN_ORDER, SELDOM, Button, Care, Key, Place, Proof, Step, Steps

LONGEST_NOTICE: Final = 60
"""How many minutes ahead the close of a sale may be announced."""


def announce_game(state: State, command: AnnounceGame, _: Context) -> Answer:
    """Announce series, size and price; the sale is then open (AJ-65)."""
    rules = rules_named(state, command.rule_set)
    if rules is None:
        return refuse("RULES-UNKNOWN", rules=command.rule_set)
    refusal = _not_ready(state, command.sheets, rules) or no_shift(state)
    if refusal is not None:
        return refusal
    series = state.series.get(command.series)
    if series is None:
        return refuse("SERIES-UNKNOWN", series=command.series)
    if series.matrix not in state.matrices:
        return refuse("SERIES-FILE", series=series.key)
    last, special = state.pointers[series.key], command.special
    elsewhere = not_allotted(state, series.key)
    if elsewhere is not None:
        return elsewhere
    if last >= last_card(state, series.key):
        return refuse("SERIES-SPENT", series=series.key)
    other = unfit(state, command)
    if other is not None:
        return other
    game = state.games + 1
    announced = GameAnnounced(
        game, series.key, series.size, series.face_value, last + 1, rules.payment, special
    )
    if command.caller:
        called = _called_by(state, announced, command.caller, rules)
        if isinstance(called, Refusal):
            return called
        announced = called
    return (announced if not command.rule_set else _by(announced, rules),)


def _called_by(
    state: State, announced: GameAnnounced, caller: str, rules: RuleSet
) -> GameAnnounced | Refusal:
    """Have the announcement name the hall that draws the game, which two people accepted, and its game."""
    session = state.session
    if not rules.remote_caller_s:
        return refuse("CALLER-NEVER")
    if session is None or session.caller != caller:
        return refuse("CALLER-UNACCEPTED", hall=caller)
    heard = offered(state)
    if heard is None:
        return refuse("CALLER-UNHEARD", hall=caller)
    hall, volume, game = heard
    return replace(announced, caller=hall, caller_volume=volume, caller_game=game)


def _by(announced: GameAnnounced, rules: RuleSet) -> GameAnnounced:
    """Have the announcement name the rule set, which is not the one that the book has in force (AJ-117)."""
    name, version, digest, approval = rules.name, rules.version, rules.digest, rules.approval
    return replace(announced, rule_set=name, version=version, rule_set_digest=digest, approval=approval)


def _not_ready(state: State, sheets: int, rules: RuleSet) -> Refusal | None:
    session, mounted = state.session, state.mounted
    if session is None:
        return refuse("SESSION-NONE")
    before = playing(state)
    if before is not None:
        return refuse("GAME-OPEN", game=before.number)
    missing = [item for item in state.rules.checks if item not in session.passed]
    if missing:
        return refuse("CHECKS", missing=tuple(missing))
    unfit_set = _unfit_set(state, mounted, rules)
    if unfit_set is not None:
        return unfit_set
    if session.last_game is not None and state.games >= session.last_game:
        return refuse("LAST-GAME", game=session.last_game)
    if not session.loaded:
        return refuse("LOAD-NONE")
    if folios_left(state) < RESERVE + sheets:
        return refuse("BOOK-FULL")
    return None


def _unfit_set(state: State, mounted: str | None, rules: RuleSet) -> Refusal | None:
    """Say that no game can be played with the mounted balls: none, others, spent, or without a spare set."""
    if mounted is None:
        return refuse("SET-NONE")
    # What mounting another set does not help comes first.
    other = unfit_rules(state, rules) or unfit_balls(state, rules)
    if other is not None:
        return other
    if is_spent(state, state.ball_sets[mounted]):
        return refuse("SET-SPENT", set=mounted, limit=state.rules.ball_set_games)
    return refuse("SET-SPARE") if sets_lacking(state, rules) else None


def _selling(state: State) -> Game | Refusal:
    """Return the game whose cards are sold, or why none is sold: also where the hall is out of it (AJ-86)."""
    game = playing(state)
    if game is None:
        return refuse("GAME-NONE")
    if game.phase is not Phase.SALE:
        return refuse("SALE-PHASE")
    return out_of_game(game) or game


def sell_cards(state: State, command: SellCards, context: Context) -> Answer:
    """Sell the next cards at the desk: from the one after the last sold in any earlier game (AJ-66, 67).

    A sale is one player's, and has no more cards than a player may buy (PT-20).
    """
    most = state.rules.most_cards
    if most and command.count > most:
        return refuse("SALE-MOST", most=most)
    cards = _next_cards(state, command.count)
    return cards if isinstance(cards, Refusal) else (CardsSold(cards, context.actor.person),)


def deliver_cards(state: State, command: DeliverCards, _: Context) -> Answer:
    """Hand the next cards to a seller; what is not returned is sold (AJ-10, 66)."""
    if not command.seller.strip():
        return refuse("DELIVER-SELLER")
    cards = _next_cards(state, command.count)
    return cards if isinstance(cards, Refusal) else (CardsDelivered(cards, command.seller),)


def return_cards(state: State, command: ReturnCards, _: Context) -> Answer:
    """Take back the last cards handed out, so that what is sold stays without a gap (AJ-66, 80)."""
    game = playing(state)
    if game is None:
        return refuse("GAME-NONE")
    if game.phase is not Phase.SALE:
        return refuse("SALE-PHASE")
    if not game.deliveries or command.count < 1:
        return refuse("RETURN-NONE")
    last = game.deliveries[-1]
    if last.seller != command.seller:
        return refuse("RETURN-ORDER", seller=last.seller, first=last.cards.first, last=last.cards.last)
    if command.count > last.cards.count:
        return refuse("RETURN-MANY", seller=last.seller, held=last.cards.count)
    back = replace(last.cards, first=last.cards.last - command.count + 1)
    return (CardsReturned(back, command.seller),)


def take_back_sale(state: State, command: TakeBackSale, context: Context) -> Answer:
    """Take back one's own last sale at the desk: its cards are the next ones again (AJ-66, 77)."""
    game, seller = playing(state), context.actor.person
    if game is None:
        return refuse("GAME-NONE")
    if game.phase is not Phase.SALE:
        return refuse("SALE-PHASE")
    own = (d for d in game.deliveries if d.desk and d.seller == seller and d.cards.first == command.first)
    sale = next(own, None)
    if sale is None:
        return refuse("BACK-NONE", first=command.first)
    last = game.deliveries[-1]
    if last is not sale:
        return refuse("BACK-LATER", seller=last.seller, first=last.cards.first, last=last.cards.last)
    if sale.cards.series != game.on_sale:
        return refuse("BACK-SECOND", series=game.on_sale)
    amount = sale.cards.count * game.face_value
    return (SaleTakenBack(game.number, seller, sale.cards, amount), CardsReturned(sale.cards, seller))


def announce_second_series(state: State, command: AnnounceSecondSeries, _: Context) -> Answer:
    """Put a complementary series on sale, under every condition of the regulation (AJ-68..71, D17)."""
    game = _selling(state)
    if isinstance(game, Refusal):
        return game
    if not state.rules.second_series:
        return refuse("SECOND-NEVER")
    series = state.series.get(command.series)
    if series is None or series.matrix not in state.matrices:
        return refuse("SERIES-UNKNOWN", series=command.series)
    left = last_card(state, game.series) - state.pointers[game.series]
    if left:
        return refuse("SECOND-EARLY", series=game.series, left=left)
    if game.second is not None or series.key == game.series:
        return refuse("SECOND-OTHER")
    same = series.face_value == game.face_value
    other = unfit_cards(state, series.key, state.rules) if same else refuse("SECOND-VALUE", series=series.key)
    other = not_allotted(state, series.key) or other
    if other is not None:
        return other
    if state.pointers[series.key] > before_first(state, series.key):
        return refuse("SECOND-BEGUN", series=series.key)
    if game.first == 1:
        return refuse("SECOND-FIRST", series=game.series)
    return (SecondSeriesAnnounced(game.number, series.key, min(game.first - 1, series.size)),)


def _next_cards(state: State, count: int) -> SoldRange | Refusal:
    """Return the next cards of the series on sale: no picking, no gaps, no two alike (AJ-66, 71, 72, 74)."""
    game = _selling(state)
    if isinstance(game, Refusal):
        return game
    if count < 1:
        return refuse("SALE-COUNT")
    series = state.series[game.on_sale]
    last = state.pointers[series.key]
    limit = series.size if game.second is None else min(game.first - 1, series.size)
    cards = allotted(state, series.key)
    if cards is not None and last + count > cards.last:
        left, number = max(0, cards.last - last), state.papers.adopted[PaperKind.SERIES].number
        return refuse("SALE-RANGE", series=series.key, number=number, last=cards.last, left=left)
    if count > limit - last:
        return refuse("SALE-SHORT", left=limit - last, series=series.key, count=count)
    sold = SoldRange(series.key, last + 1, last + count)
    alike = _alike(state, game, sold) if game.second is not None else None
    return sold if alike is None else alike


def _alike(state: State, game: Game, cards: SoldRange) -> Refusal | None:
    """Refuse cards whose number sets are sold already, whatever their numbers say (AJ-72)."""
    sold = {numbers: n for part in game.sold for n, numbers in _number_sets(state, part)}
    for number, numbers in _number_sets(state, cards):
        if numbers in sold:
            return refuse("SALE-ALIKE", card=number, series=cards.series, other=sold[numbers])
    return None


def _number_sets(state: State, cards: SoldRange) -> Iterator[tuple[int, frozenset[int]]]:
    matrix = state.matrices[state.series[cards.series].matrix]
    return ((n, matrix.card(n).numbers) for n in range(cards.first, cards.last + 1))


def announce_close(state: State, command: AnnounceClose, context: Context) -> Answer:
    """Announce when the sale closes; saying it again counts anew (AJ-73)."""
    game = _selling(state)
    if isinstance(game, Refusal):
        return game
    if not 1 <= command.minutes <= LONGEST_NOTICE:
        return refuse("SALE-NOTICE", most=LONGEST_NOTICE)
    return (CloseAnnounced(game.number, command.minutes, context.now),)


def close_sale(state: State, _: CloseSale, __: Context) -> Answer:
    """Close the sale for good and share out what was collected (AJ-77, 82, 116)."""
    game = _selling(state)
    if isinstance(game, Refusal):
        return game
    declared = state.session.minimum if state.session is not None else None
    minimum = declared if declared is not None else state.rules.minimum_to_start
    if game.cards < minimum:
        return refuse("SALE-MINIMUM", sold=game.cards, minimum=minimum)
    if shares_so_far(state, game)[0].house < 0:
        return refuse("SALE-FIXED", sold=game.cards)
    return (_closed(state, game),)


def shares_so_far(state: State, game: Game) -> tuple[Shares, tuple[Contribution, ...]]:
    """Return what the cards sold so far bring to the prizes, and to the progressives up to their caps."""
    shares = state.rules.share_out(game.cards * game.face_value)
    return shares, _contributions(state, shares.growing)


def prizes_so_far(state: State, shares: Shares) -> tuple[PrizeAmount, ...]:
    """Return what each prize comes to; the last one has what the game before left (D7)."""
    *before, last = zip(state.rules.listed, shares.prizes, strict=True)
    found = [PrizeAmount(prize.key, amount) for prize, amount in before]
    return (*found, PrizeAmount(last[0].key, last[1] + state.brought))


def _closed(state: State, game: Game) -> SaleClosed:
    shares, contributions = shares_so_far(state, game)
    prizes = prizes_so_far(state, shares)
    implied = {} if state.rules.prizes else {each.prize: each.amount for each in prizes}
    above_caps = sum(shares.growing) - sum(c.amount for c in contributions)
    leaves = [f"{part.series}/{n}".encode() for part in game.sold for n in range(part.first, part.last + 1)]
    return SaleClosed(
        sold=game.sold,
        cards=game.cards,
        collected=game.cards * game.face_value,
        line=implied.get(Claim.LINE, 0),
        bingo=implied.get(Claim.BINGO, 0),
        carried=state.brought,
        progressives=contributions,
        house=shares.house + above_caps,
        root=root(leaves),
        prizes=prizes if state.rules.prizes else (),
    )


def rectify_sale(state: State, command: RectifySale, _: Context) -> Answer:
    """Rectify what was announced, until a prize is awarded; the count itself never changes (AJ-83, D12)."""
    game = playing(state)
    if game is None:
        return refuse("GAME-NONE")
    if game.phase is Phase.SALE:
        return refuse("RECTIFY-PHASE")
    if game.phase in {Phase.FINISHED, Phase.VOID} or game.awards:
        return refuse("RECTIFY-LATE")
    if command.announced < 0 or command.announced == game.cards:
        return refuse("RECTIFY-NONE", cards=game.cards)
    if not command.reason.strip():
        return refuse("RECTIFY-REASON")
    return (SaleRectified(game.number, command.announced, game.cards, command.reason),)


def _contributions(state: State, shares: tuple[int, ...]) -> tuple[Contribution, ...]:
    """Return what goes to each progressive, up to its cap (AJ-115, 123)."""
    found = []
    for progressive, share in zip(state.rules.progressives, shares, strict=True):
        held = _held(state, progressive)
        if held is None:
            continue
        amount = max(0, min(share, progressive.cap - held))
        grows = progressive.balls_a_game > 0
        balls = progressive.balls(state.unwon.get(progressive.name, 0)) if grows else 0
        found.append(Contribution(progressive.name, amount, held + amount, balls, progressive.linked))
    return tuple(found)


def _held(state: State, progressive: Progressive) -> int | None:
    """Return what a progressive holds before the sale; None of a linked one that the game is without."""
    if not progressive.linked:
        return state.progressives.get(progressive.name, 0)
    game = playing(state)
    linked = None if game is None else game.linked_of(progressive.name)
    return linked.amount if linked is not None and linked.stage is LinkedStage.SHOWN else None


def on_sale(state: State, _: OpenShift) -> Refusal | None:
    """Say that no till is taken over while cards are sold: half their money would be in the float."""
    game = playing(state)
    return refuse("SHIFT-SALE") if game is not None and game.phase is Phase.SALE else None


STEPS: Final[Steps] = {
    AnnounceGame: Step("Anunciar serie y precio", (Post.JEFE,), announce_game, IN_ORDER.by("Alt+A")),
    SellCards: Step(
        "Vender cartones",
        (Post.VENDEDOR, Post.LOCUTOR),
        sell_cards,
        Button(Place.IN_ORDER, (), Care.PRESS, Proof.SESSION, (Key("F9"),)),
    ),
    TakeBackSale: Step(
        "Deshacer la última venta",
        (Post.VENDEDOR, Post.LOCUTOR),
        take_back_sale,
        Button(Place.SELDOM, (), Care.PRESS, Proof.SESSION, (Key("Alt+U"),)),
    ),
    DeliverCards: Step("Entregar cartones", (Post.CAJERO, Post.JEFE), deliver_cards, SELDOM.by("Alt+E")),
    ReturnCards: Step(
        "Recoger cartones sobrantes", (Post.CAJERO, Post.JEFE), return_cards, SELDOM.by("Alt+S")
    ),
    AnnounceSecondSeries: Step("Anunciar segunda serie", (Post.JEFE,), announce_second_series, SELDOM),
    AnnounceClose: Step("Anunciar el cierre", (Post.JEFE,), announce_close, SELDOM.by("Alt+N")),
    CloseSale: Step("Cerrar venta", (Post.JEFE,), close_sale, IN_ORDER.by("Alt+C")),
    RectifySale: Step(
        "Rectificar lo anunciado",
        (Post.JEFE,),
        rectify_sale,
        Button(Place.SELDOM, (), Care.WRITTEN, Proof.SESSION),
    ),
}
"""How the commands of this chapter are decided and taken."""
