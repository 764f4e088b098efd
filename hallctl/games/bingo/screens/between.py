"""The screens between games: what players may read, the last game, the closed hall.

Not responsible for the screens of a game.
"""

from collections.abc import Sequence
from typing import Final

from displays.views import BetweenView, ClosedView, LastView, RecentGame
from displays.views.fields import Pattern
from hallctl.games.bingo.rules.deciding.by_rules import next_rules
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.screens.common import Head, bands, claim_name, head, minimum, progressives
from hallctl.games.bingo.screens.house_rules import wall_rules
from hallctl.games.bingo.screens.patterns import patterns
from hallctl.games.bingo.screens.programme import short_programme
from hallctl.i18n.screen_texts import ScreenTexts
from hallctl.outputs.screens.scene import PastGame
from hallctl.outputs.screens.wall import Wall

_SHOWN: Final = 4
"""Games of the programme that a wall holds."""


def between(state: State, wall: Wall, recent: Sequence[PastGame] = ()) -> BetweenView:
    """Return progressives with their conditions, the last games, the rules, how to complain (AJ-115).

    Args:
        state: Where the hall stands.
        wall: What a wall needs beside it.
        recent: The last games, the newest first (``Recent.games``).
    """
    texts, top = wall.texts, _without_game(head(state, wall))
    if state.game is not None and playing(state) is None:
        top["headline"] = texts.between
        top["notice"] = minimum(state, texts) or texts.next_game.format(game=state.games + 1)
    return BetweenView(
        **top,
        progressives=progressives(state, texts),
        # Balls of the other sets would be drawn in the colours of these.
        recent=tuple(_recent(state, wall, past) for past in recent if past.kind == state.rules.label),
        bands=bands(state.rules.variant),
        symbols=state.rules.variant.symbols,
        programme=short_programme(state, texts, _SHOWN),
        rules=wall_rules(next_rules(state), texts),
        patterns=_patterns(state, texts),
        complaint=texts.complaint,
        qr=wall.complaint_qr,
        logo=wall.logo,
        sponsors=wall.sponsors,
    )


def _patterns(state: State, texts: ScreenTexts) -> tuple[Pattern, ...]:
    """Return what wins the prizes of the next game: of the programme, or an ordinary one (PT-62)."""
    return patterns(next_rules(state), texts)


def _recent(state: State, wall: Wall, past: PastGame) -> RecentGame:
    """Return a game that is over, with what its bingo won."""
    texts = wall.texts
    name = claim_name(state.rules.last, state, texts)
    won = f"{name} {texts.money(past.won, state.rules.currency)}" if past.won else ""
    return RecentGame(past.game, past.drawn, won)


def last(state: State, wall: Wall) -> LastView:
    """Return the announcement of the last game (AJ-104)."""
    texts, top = wall.texts, _without_game(head(state, wall))
    top |= {"tone": "attention", "headline": texts.last, "notice": minimum(state, texts)}
    return LastView(**top, said=(texts.last_line,), progressives=progressives(state, texts))


def closed(state: State, wall: Wall) -> ClosedView:
    """Return the closed hall; the progressives stay in sight (AJ-115)."""
    texts, top = wall.texts, _without_game(head(state, wall))
    return ClosedView(
        **top,
        said=(texts.thanks,),
        progressives=progressives(state, texts),
        logo=wall.logo,
        sponsors=wall.sponsors,
    )


def _without_game(top: Head) -> Head:
    """Return the head without the number of a game that is over."""
    top["game"] = None
    return top
