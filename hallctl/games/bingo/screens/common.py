"""What several screens show: the head of the page, the mandatory fields, the progressives.

Not responsible for single screens. A ball is in a view only when it is called (AJ-86); the state is made of
durable events only (I1).
"""

from collections.abc import Iterator
from typing import Final, TypedDict

from displays.views import Band, PrizeLine
from displays.views.fields import Pattern
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.deciding.sale import prizes_so_far, shares_so_far
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.screens.linked import linked_line
from hallctl.games.bingo.screens.patterns import patterns
from hallctl.games.bingo.variants.prizes import Base
from hallctl.games.bingo.variants.variant import Variant
from hallctl.games.bingo.words import is_last, wall_name
from hallctl.i18n.screen_texts import ScreenTexts
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.calls import Lost
from hallctl.rules.text import series_name


class Head(TypedDict):
    """The fields of every view."""

    hall: str
    simulated: bool
    language: str
    tone: str
    headline: str
    notice: str
    game: int | None
    hour: str
    colours: tuple[str, ...]
    replay: bool


class Play(TypedDict):
    """The fields of every view shown during play (AJ-33..37)."""

    called: tuple[int, ...]
    universe: int
    cards_sold: int | None
    price: str
    prizes: tuple[PrizeLine, ...]
    bands: tuple[Band, ...]
    card_numbers: int
    collected: str
    symbols: bool
    patterns: tuple[Pattern, ...]


def head(state: State, wall: Wall) -> Head:
    """Return the head of the page: what the hall is doing, in its words, and what time it is."""
    tone, headline, notice = _phase(state, wall)
    return Head(
        hall=wall.hall,
        simulated=wall.simulated,
        language=wall.language,
        tone=tone,
        headline=headline,
        notice=notice,
        game=state.game.number if state.game is not None else None,
        hour=wall.hour,
        colours=wall.colours,
        replay=wall.replay,
    )


def play(state: State, wall: Wall) -> Play:
    """Return the mandatory fields and the called balls."""
    game, currency = state.game, state.rules.currency
    return Play(
        called=game.called_balls if game is not None else (),
        universe=state.rules.universe,
        cards_sold=game.cards if game is not None else None,
        price=wall.texts.money(game.face_value, currency) if game is not None else "",
        prizes=_prizes(state, game, wall.texts),
        bands=bands(state.rules.variant),
        card_numbers=state.rules.variant.numbers,
        symbols=state.rules.variant.symbols,
        collected=wall.texts.money(game.cards * game.face_value, currency)
        if game and state.rules.law
        else "",
        patterns=patterns(state.rules, wall.texts),
    )


def bands(variant: Variant) -> tuple[Band, ...]:
    """Return the numbers by the letters or colours of their columns, if they have any (PT-58, PT-65)."""
    if not variant.is_marked:
        return ()
    return tuple(Band(c.first, c.last, c.letter, c.before, c.colour) for c in variant.columns)


def uncalled(state: State) -> bool:
    """Return whether a ball is on its way or out that is not called yet: the exit's picture may show it."""
    game = playing(state)
    return game is not None and (game.pending is not None or game.uncalled is not None)


def _prizes(state: State, game: Game | None, texts: ScreenTexts) -> tuple[PrizeLine, ...]:
    currency, pots = state.rules.currency, progressives(state, texts)
    if game is None:
        return pots
    if game.phase is Phase.SALE:
        return (*_so_far(state, game, texts), *pots)
    amounts = (
        PrizeLine(
            claim_name(each.prize, state, texts),
            texts.money(each.amount, currency),
            _won(game, each.prize, texts) or _instead(state, each.prize, texts),
            out_of_play=each.prize in game.unpaid,
        )
        for each in game.prizes
    )
    return (*amounts, *pots)


def _instead(state: State, key: str, texts: ScreenTexts) -> str:
    """Return what wins a prize that is paid in a progressive's place, or that it went there; "" of others."""
    prize, game = state.rules.prize(key), playing(state)
    of = None if prize is None else state.rules.progressive(prize.consoles)
    if of is None:
        return ""
    if game is not None and key in game.unpaid:
        return texts.kept.format(progressive=of.name)
    return texts.instead.format(claim=claim_name(of.claim, state, texts).lower(), balls=_balls(state, of))


def _so_far(state: State, game: Game, texts: ScreenTexts) -> Iterator[PrizeLine]:
    """Yield the prizes as the cards sold so far make them: they grow while cards are sold (AJ-79, 116)."""
    shares, _ = shares_so_far(state, game)
    for prize, offered in zip(state.rules.listed, prizes_so_far(state, shares), strict=True):
        note = texts.so_far.format(share=texts.percent(prize.share_bp)) if not prize.amount else ""
        note = _instead(state, prize.key, texts) or note
        name = claim_name(prize.key, state, texts)
        yield PrizeLine(name, texts.money(offered.amount, state.rules.currency), note)


def progressives(state: State, texts: ScreenTexts) -> tuple[PrizeLine, ...]:
    """Return every progressive with its condition and its share, at all times (AJ-115).

    One that nobody can win in this game any more says so; one that was won is the next game's again.
    """
    return tuple(_progressive(state, progressive, texts) for progressive in state.rules.progressives)


def _progressive(state: State, progressive: Progressive, texts: ScreenTexts) -> PrizeLine:
    game, condition = playing(state), texts.condition
    balls = _balls(state, progressive)
    won = game is not None and any(award.prize.progressive == progressive.name for award in game.awards)
    passed = game is not None and not won and game.called > balls
    if won or passed:
        condition = texts.next_time if won else texts.passed
    claim = claim_name(progressive.claim, state, texts).lower()
    condition = condition.format(claim=claim, balls=balls, share=share_of(progressive, texts))
    if progressive.linked:
        return linked_line(state, progressive, condition, texts)
    held = state.progressives.get(progressive.name, 0)
    if game is not None and game.phase is Phase.SALE:
        _, growing = shares_so_far(state, game)
        held = next((each.total for each in growing if each.progressive == progressive.name), held)
    return PrizeLine(
        progressive.name.upper(),
        texts.money(held, state.rules.currency),
        condition,
        out_of_play=passed,
    )


def _balls(state: State, progressive: Progressive) -> int:
    """Return in how many balls a progressive is won: in this game, or else in the next."""
    game = playing(state)
    if game is not None and game.contributions:
        return game.balls_for(progressive)
    return progressive.balls(state.unwon.get(progressive.name, 0))


def share_of(progressive: Progressive, texts: ScreenTexts) -> str:
    """Return what a progressive takes, of the sales or of what goes to prizes (PT-42)."""
    share = texts.percent(progressive.share_bp)
    return texts.of_prizes.format(share=share) if progressive.base is Base.PRIZES else share


def _won(game: Game, claim: str, texts: ScreenTexts) -> str:
    cards = [
        str(award.prize.card)
        for award in game.awards
        if award.prize.claim == claim and not award.prize.progressive
    ]
    if not cards:
        return ""
    return (texts.card if len(cards) == 1 else texts.cards).format(cards=", ".join(cards))


def claim_name(claim: str, state: State, texts: ScreenTexts) -> str:
    """Return what is sung, as the wall writes it."""
    return wall_name(claim, state.rules, texts)


def shout(claim: str, state: State, texts: ScreenTexts) -> str:
    """Return what the wall shouts when a card is good."""
    known = dict(zip((Claim.LINE.value, Claim.BINGO.value), texts.shouts, strict=True))
    return known.get(claim) or texts.shout.format(claim=claim_name(claim, state, texts))


_UNSETTLED: Final = (Phase.SALE, Phase.CLOSED, Phase.DRAW)


def _phase(state: State, wall: Wall) -> tuple[str, str, str]:
    """Return tone, headline and notice."""
    texts = wall.texts
    if state.session is None:
        return "calm", texts.closed, ""
    if state.faults or state.suspended:
        return "stop", texts.pause, texts.pause_notice
    if state.game is None:
        return "calm", texts.preparing, minimum(state, texts) or texts.preparing_notice
    return _by_others(state.game, wall) or _of_game(state, state.game, wall)


def _by_others(game: Game, wall: Wall) -> tuple[str, str, str] | None:
    """Return what another hall of the same draw brings, None where nothing."""
    texts, caller = wall.texts, game.caller
    if caller is not None and caller.lost is not None and game.phase in _UNSETTLED:
        why = _lost(caller.lost, texts).format(hall=wall.known(caller.hall))
        return "stop", texts.out, texts.out_notice.format(why=why)
    if game.phase is Phase.DRAW and game.claiming:
        said = texts.hall_claim.format(halls=", ".join(map(wall.known, game.claiming)))
        return "attention", said.upper(), texts.checking
    return None


def _lost(why: Lost, texts: ScreenTexts) -> str:
    match why:
        case Lost.SILENT:
            return texts.caller_lost
        case Lost.LEFT_OUT:
            return texts.caller_without
        case Lost.ENDED:
            return texts.caller_ended
        case Lost.CHANGED:
            return texts.caller_changed


def _of_game(state: State, game: Game, wall: Wall) -> tuple[str, str, str]:
    texts = wall.texts
    match game.phase:
        case Phase.CLAIM:
            return _claim(state, game, texts)
        case Phase.CLOSED:
            return "attention", texts.announced, sold_notice(state, game, texts)
        case Phase.SALE:
            closing = game.closes_at is not None
            headline = " · ".join(filter(None, (texts.sale, _called(game, wall).upper().rstrip(" ."))))
            return "calm", headline, texts.buy_now if closing else sale_notice(state, game, texts)
        case Phase.DRAW:
            playing = _playing(state, game, wall)
            return "play", texts.draw, f"{texts.last.capitalize()}. {playing}" if is_last(state) else playing
        case Phase.FINISHED:
            return "calm", texts.finished, texts.finished_notice
        case Phase.VOID:
            price = texts.money(game.face_value, state.rules.currency)
            return "stop", texts.void, texts.void_notice.format(price=price)
        case Phase.SIGNED:
            return "calm", texts.signed, texts.signed_notice


def _playing(state: State, game: Game, wall: Wall) -> str:
    """Return what is still to be won, and in which hall the balls are drawn."""
    texts, called = wall.texts, _called(game, wall)
    if not state.rules.prizes:
        return called + (texts.playing_bingo if game.line_awarded else texts.playing_line)
    left = [prize.name(texts.language) for prize in state.rules.sung if not game.is_awarded(prize.key)]
    return called + _of_special(state, game, texts) + texts.playing.format(prizes=", ".join(left))


def _called(game: Game, wall: Wall) -> str:
    """Return which hall draws the balls, and how long the line takes; nothing of a game of one's own."""
    caller = game.caller
    if caller is None:
        return ""
    return wall.texts.called_by.format(
        hall=wall.known(caller.hall), delay=f" ({caller.delay_ms} ms)" if caller.delay_ms else ""
    )


def _of_special(state: State, game: Game, texts: ScreenTexts) -> str:
    """Return the name of the special that is played, before what is said of it (PT-62).

    Where games differ in their balls, how many these are comes first.
    """
    special, several = state.rules.special(game.special), state.rules.several
    balls = f"{texts.balls.format(balls=state.rules.universe)}. " if several else ""
    return balls if special is None else f"{balls}{special.name(texts.language)}. "


def minimum(state: State, texts: ScreenTexts) -> str:
    """Return what the room is told of a smaller minimum (AJ-59), "" without one."""
    session = state.session
    if session is None or session.minimum is None:
        return ""
    return texts.minimum.format(cards=session.minimum)


def sale_notice(state: State, game: Game, texts: ScreenTexts) -> str:
    """Return the announcement before the sale (AJ-65, 104, 121, 122)."""
    payment = state.rules.payment
    said = texts.sale_notice.format(
        series=series_name(game.series),
        size=state.series[game.series].size,
        price=texts.money(game.face_value, state.rules.currency),
        payment=dict(texts.payments).get(payment, payment),
    )
    said = _of_special(state, game, texts) + said
    return f"{texts.last.capitalize()}. {said}" if is_last(state) else said


def sold_notice(state: State, game: Game, texts: ScreenTexts) -> str:
    """Return the announcement of the cards sold, in the order of the regulation's formula (AJ-83).

    Under a law that asks for it, what all prizes come to follows (PT-24).
    """
    parts = [
        texts.sold_part.format(series=series_name(part.series), first=part.first, last=part.last)
        for part in game.sold
    ]
    said = texts.sold.format(cards=game.cards, parts=texts.and_.join(parts))
    if not state.rules.law:
        return said
    total = texts.money(sum(each.amount for each in game.prizes), state.rules.currency)
    return f"{said} {texts.all_prizes.format(amount=total)}"


def _claim(state: State, game: Game, texts: ScreenTexts) -> tuple[str, str, str]:
    if game.asked is not None:
        known = {Claim.LINE.value: texts.any_line, Claim.BINGO.value: texts.any_bingo}
        other = texts.any_other.format(claim=claim_name(game.asked, state, texts))
        return "attention", known.get(game.asked, other), texts.sing_now
    sung = texts.sung.format(claim=claim_name(game.stop or state.rules.sung[0].key, state, texts))
    if not game.verified:
        return "attention", sung, texts.checking
    newest = game.verified[-1]
    if newest.good:
        return (
            "win",
            shout(newest.claim, state, texts),
            texts.verdict.format(card=newest.card, verdict=texts.good),
        )
    return "attention", sung, texts.verdict.format(card=newest.card, verdict=texts.bad)
