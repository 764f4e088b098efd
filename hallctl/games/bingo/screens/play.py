"""The screens of a game: sale, check, prizes, pause, and the live picture.

Not responsible for the board, which has its own module, nor for what a room sees between games. No name and
no document of a player is in any view.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from displays.views import (
    CctvView,
    CheckedCard,
    CheckView,
    PauseView,
    PrizesView,
    SaleView,
    SeriesOnSale,
    Winner,
)
from fonts.symbols import symbol
from hallctl.games.bingo.desk.claimed_card import matrix_card
from hallctl.games.bingo.rules.cards import Card
from hallctl.games.bingo.rules.deciding.claims import standing_awards, uncalled_numbers
from hallctl.games.bingo.rules.events.claims import CardVerified, PrizeAwarded
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.screens.common import claim_name, head, play, shout, uncalled
from hallctl.i18n.screen_texts import ScreenTexts
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.claim_faults import ClaimFault
from hallctl.rules.text import series_name


def sale(state: State, wall: Wall) -> SaleView:
    """Return what is sold (AJ-65), and the time to the close where one is announced."""
    game = state.game
    keys = [] if game is None else [game.series, *([game.second] if game.second is not None else [])]
    on_sale = tuple(_on_sale(state, game, key) for key in keys if game is not None)
    closes_in = _to_close(state, wall.now)
    return SaleView(
        **head(state, wall),
        **play(state, wall),
        series=on_sale,
        closes_in=closes_in,
        logo=wall.logo,
        # While the time to the close runs, the prizes stay in sight.
        sponsors=wall.sponsors if closes_in is None else (),
    )


def _to_close(state: State, now: int | None) -> int | None:
    """Return the seconds to the announced close of the sale; None where none is announced."""
    game = playing(state)
    if game is None or game.closes_at is None or now is None:
        return None
    return -(-max(0, game.closes_at - now) // 1000)


def _on_sale(state: State, game: Game, key: str) -> SeriesOnSale:
    """Return a series with the range that this game sells: from its first card to the series' last."""
    size = state.series[key].size
    sold = next((part.first for part in game.sold if part.series == key), None)
    first = game.first if key == game.series else sold or state.pointers.get(key, 0) + 1
    return SeriesOnSale(series_name(key), first, size, size)


_SOURCE: Final = re.compile(r" \((?:(?:AJ-|PT-|D)\d+(?:, )?)+\)$")


def _reasons(state: State, card: CardVerified, wall: Wall) -> Iterator[str]:
    """Yield why a card is not good, for the room: balls as it knows them, the console's requirement left out.

    Where symbols stand for the numbers the room has never seen one (PT-67).
    """
    variant, known = state.rules.variant, dict[str, str]()
    if variant.symbols:
        lacks = ", ".join(symbol(ball).name(wall.language) for ball in card.missing)
        known[uncalled_numbers(variant, card.missing)] = ClaimFault.SYMBOLS.format(symbols=lacks)
    for fault in card.faults:
        yield _SOURCE.sub("", wall.translate(known.get(fault, fault)))


def check(state: State, wall: Wall) -> CheckView:
    """Return the matrix card checked last at this stop, with the verdict and the stop's other cards.

    A good one is celebrated: what all good cards of the stop win, should nobody else sing.
    """
    game, texts = state.game, wall.texts
    verified = game.verified if game is not None else ()
    newest = verified[-1] if verified else None
    stop = game.stop if game is not None and game.stop is not None else state.rules.sung[0].key
    shown, good = matrix_card(state, newest), newest is not None and newest.good
    awards = standing_awards(state, game, 0) if game is not None and good else ()
    won = tuple(award for award in awards if isinstance(award, PrizeAwarded))
    return CheckView(
        **head(state, wall),
        **play(state, wall),
        claim=claim_name(newest.claim if newest is not None else stop, state, texts),
        card=newest.card if newest is not None else None,
        series=series_name(newest.series) if newest is not None else "",
        cells=shown.cells if shown is not None else (),
        columns=shown.width if shown is not None else len(state.rules.variant.columns),
        ringed=_ringed(state, newest, shown),
        free=state.rules.variant.free if shown is not None else (),
        ringed_free=_ringed_free(state, newest, shown),
        missing=newest.missing if newest is not None else (),
        verdict=_verdict(newest),
        said="" if newest is None else (texts.good if newest.good else texts.bad).upper(),
        reasons=tuple(_reasons(state, newest, wall)) if newest is not None else (),
        queue=tuple(
            CheckedCard(v.card, series_name(v.series), _verdict(v), texts.good if v.good else texts.bad)
            for v in reversed(verified[:-1])
        ),
        closes_in=_time_left(state, game, wall.now),
        original=wall.original,
        shout=shout(newest.claim, state, texts) if newest is not None and good else "",
        amount=_together(won, state, texts),
        winners=_winners(won, state, texts),
    )


def _ringed(state: State, card: CardVerified | None, shown: Card | None) -> tuple[int, ...]:
    """Return the numbers that won: those of the completed line, or all of the card."""
    if card is None or shown is None or not card.good:
        return ()
    forms = state.rules.forms(card.claim)
    if 0 < card.row <= len(forms):
        return forms[card.row - 1].numbers(shown.cells)
    return tuple(number for number in shown.cells if number)


def _ringed_free(state: State, card: CardVerified | None, shown: Card | None) -> tuple[int, ...]:
    """Return the free cells of what won (PT-61)."""
    if card is None or shown is None or not card.good:
        return ()
    held = state.rules.forms(card.claim)[card.row - 1].cells if card.row else range(len(shown.cells))
    return tuple(cell for cell in state.rules.variant.free if cell in held)


def _winners(won: Iterable[PrizeAwarded], state: State, texts: ScreenTexts) -> tuple[Winner, ...]:
    return tuple(
        Winner(
            prize.progressive.upper() or claim_name(prize.claim, state, texts),
            prize.card,
            series_name(prize.series),
            texts.money(prize.amount, state.rules.currency),
        )
        for prize in won
    )


def _together(won: Sequence[PrizeAwarded], state: State, texts: ScreenTexts) -> str:
    """Return what some prizes come to; empty where there is none."""
    return texts.money(sum(prize.amount for prize in won), state.rules.currency) if won else ""


def _verdict(card: CardVerified | None) -> str:
    return "none" if card is None else "good" if card.good else "bad"


def _time_left(state: State, game: Game | None, now: int | None) -> int | None:
    """Return the seconds left to sing, rounded up; None while the room is not asked."""
    if game is None or game.asked is None or now is None:
        return None
    return -(-max(0, game.asked_at + state.rules.any_more_ms - now) // 1000)


def prizes(state: State, wall: Wall) -> PrizesView:
    """Return who won what: cards and amounts, never names; a bingo is celebrated."""
    game, texts = state.game, wall.texts
    won = tuple(award.prize for award in (game.awards if game is not None else ()))
    bingos = tuple(prize for prize in won if prize.claim == state.rules.last)
    return PrizesView(
        **head(state, wall),
        **play(state, wall),
        winners=_winners(won, state, texts),
        shout=shout(state.rules.last, state, texts) if bingos else "",
        amount=_together(bingos, state, texts),
    )


def pause(state: State, wall: Wall) -> PauseView:
    """Return a technical pause, also where only the book stopped the hall; or what a void game returns."""
    texts, game = wall.texts, state.game
    top = head(state, wall)
    if game is not None and game.phase is Phase.VOID and not (state.faults or state.suspended):
        top["notice"] = ""
        price = texts.money(game.face_value, state.rules.currency)
        said = tuple(line.format(price=price) for line in texts.void_lines)
        return PauseView(**top, **play(state, wall), said=said)
    top |= {"tone": "stop", "headline": texts.pause, "notice": texts.pause_notice}
    return PauseView(**top, **play(state, wall), said=texts.pause_lines)


def cctv(state: State, wall: Wall) -> CctvView:
    """Return what stands beside the exit's live picture."""
    return CctvView(**head(state, wall), **play(state, wall), uncalled=uncalled(state))
