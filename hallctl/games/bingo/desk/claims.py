"""What the desk of a game of bingo knows of a claim: what is won, and what is still unsung in the room.

Not responsible for verdicts, nor for paying: what nobody sang is never paid because it was counted here.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from hallctl.games.bingo.desk.claimed_card import LastVerified
from hallctl.games.bingo.rules.cards import Card
from hallctl.games.bingo.rules.commands.claims import FinishGame, ResumeDraw, VerifyCard
from hallctl.games.bingo.rules.deciding.claims import finish_game, highest_good, resume_draw, verify_card
from hallctl.games.bingo.rules.events.claims import CardVerified, PrizeAwarded
from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.words import prize_name
from hallctl.outputs.chips import in_chips
from hallctl.outputs.claims import Claims, Win
from hallctl.rules.commands.base import Actor, Post
from hallctl.rules.deciding.context import Context

if TYPE_CHECKING:
    from hallctl.games.bingo.scan.game_scan import GameScan


def claims() -> Claims:
    """Return what one desk looks at the claims with."""
    return Claims(LastVerified().find, wins, Unsung().count)


def wins(state: State) -> tuple[Win, ...]:
    """Return what the rules would award if the room had been asked and nobody else had sung."""
    game = playing(state)
    claim = None if game is None else highest_good(state, game)
    if game is None or claim is None:
        return ()
    asked = replace(state, game=replace(game, asked=claim, asked_at=0))
    context = Context(Actor("", Post.JEFE), state.rules.any_more_ms)
    ends = claim == state.rules.last
    answer = finish_game(asked, FinishGame(), context) if ends else resume_draw(asked, ResumeDraw(), context)
    found: dict[tuple[str, int], tuple[int, ...]] = {}
    for event in answer if isinstance(answer, tuple) else ():
        if isinstance(event, PrizeAwarded):
            won = (event.progressive or prize_name(event.claim, state.rules), event.amount)
            found[won] = (*found.get(won, ()), event.card)
    return tuple(
        Win(name, amount, cards, in_chips(state.rules, amount)) for (name, amount), cards in found.items()
    )


class Unsung:
    """Counts the sold cards that hold what the room is asked for, and that nobody has sung.

    Keeps the scan of one game's cards. For one thread at a time.
    """

    def __init__(self) -> None:
        self._sold: tuple[object, ...] = ()
        self._cards: list[tuple[str, int]] = []
        self._scan: GameScan | None = None

    def count(self, state: State) -> int | None:
        """Return how many there are; None while the room is not asked, or a series has no matrix."""
        game = playing(state)
        if game is None or game.phase is not Phase.CLAIM or game.asked is None:
            return None
        scan = self._watched(state, game)
        if scan is None:
            return None
        held = scan.winners(game.asked)
        return sum(_is_good(state, game.asked, *self._cards[place]) for place in held)

    def _watched(self, state: State, game: Game) -> "GameScan | None":
        """Return the scan where the game stands; None where a series has no matrix."""
        sold = (state.volume, game.number, game.sold)
        if sold != self._sold or self._scan is None:
            cards = [found for part in game.sold for found in _cards(state, part)]
            if len(cards) != game.cards:
                return None
            from hallctl.games.bingo.scan.game_scan import scan_of

            self._cards = [place for place, _ in cards]
            self._scan = scan_of(state.rules, [card for _, card in cards])
            self._sold = sold
        if self._scan.called != game.called_balls:
            self._scan.replay(game.called_balls)
        return self._scan


def _cards(state: State, part: SoldRange) -> list[tuple[tuple[str, int], Card]]:
    matrix = state.matrices.get(state.series[part.series].matrix)
    if matrix is None:
        return []
    return [((part.series, n), matrix.card(n)) for n in range(part.first, part.last + 1)]


def _is_good(state: State, claim: str, series: str, card: int) -> bool:
    """Return whether a card would be good if it were sung now; one that was verified is sung."""
    sung = VerifyCard(claim, series, card, player="—", document="—")
    answer = verify_card(state, sung, Context(Actor("", Post.JEFE), 0))
    return isinstance(answer, tuple) and any(isinstance(e, CardVerified) and e.good for e in answer)
