"""Whole games played by a simulated house and its players, through the rules alone, on a virtual clock.

Pure: the same arguments give the same commands, events and figures. Not responsible for files, for the
players (``crowd``) nor for the figures (``tally``).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from hallctl.cli.scripts.crowd import ClaimHabit, Crowd, PlayerClaim, SoldCard
from hallctl.cli.scripts.holders import holders_of
from hallctl.cli.scripts.sessions import PEOPLE, SIMULATED, Decider, Premises, SimulatedHall, Watch, issued
from hallctl.cli.scripts.tally import Report
from hallctl.games.bingo.cards.dice import Dice
from hallctl.games.bingo.rules.cards import Matrix, series_key
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    CountCash,
    PayPrize,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, EnterBall, SettleBall, StartDraw
from hallctl.games.bingo.rules.commands.opening import LoadBalls, RegisterSeries
from hallctl.games.bingo.rules.commands.sale import (
    AnnounceGame,
    AnnounceSecondSeries,
    CloseSale,
    DeliverCards,
    ReturnCards,
    SellCards,
)
from hallctl.games.bingo.rules.commands.wrong_calls import (
    ApproveManual,
    ApproveNoBingo,
    KeepPlaying,
    NoteWrongCall,
    ProposeManual,
    ProposeNoBingo,
)
from hallctl.games.bingo.rules.deciding.opening import is_spent
from hallctl.games.bingo.rules.events.wrong_calls import WrongCallNoted
from hallctl.games.bingo.rules.hand import by_hand
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.rules.tables import decide
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt, ReportFilled
from hallctl.rules.commands.incidents import ApproveIncident, MinuteIncident
from hallctl.rules.commands.running import AcknowledgeFault, ReportFault, ReportRecovery
from hallctl.rules.refusals import Refusal

FACE_VALUE: Final = 500
"""What a card costs, in minor units."""

MOST_CARDS: Final = 6
"""The most cards a player buys, one strip."""

GAMES_A_SESSION: Final = 20
"""After how many games the session is closed and the next one opened."""

_PICTURE: Final = "0" * 64
_FAULT: Final = ("extractor", "EXT-JAM")


@dataclass(frozen=True, slots=True)
class Mishaps:
    """What goes wrong in a game: after how many balls, 0 where it does not."""

    doubt: int
    wrong_call: int
    breakdown: int
    quiet: bool

    @classmethod
    def drawn(cls, dice: Dice) -> "Mishaps":
        """Draw what goes wrong in a game; ``quiet`` is a game in which nobody sings bingo."""

        def ball(permille: int) -> int:
            return 2 + dice.below(50) if dice.chance(permille) else 0

        return cls(doubt=ball(120), wrong_call=ball(80), breakdown=ball(50), quiet=dice.chance(20))


def simulate(
    games: int,
    seats: int,
    seed: int,
    rules: RuleSet,
    matrix: Matrix,
    watch: Watch | None = None,
    told: Callable[[int], None] | None = None,
    premises: Premises = SIMULATED,
    book: Decider | None = None,
) -> Report:
    """Play games from the opening of a book to the close of its last session.

    Args:
        games: How many games.
        seats: How many players; each buys one to six cards of each game.
        seed: The same seed gives the same games on any machine.
        rules: The rule set that is played by.
        matrix: The matrix cards of every series.
        watch: Sees every command and its answer.
        told: Called with the number of games played, after each.
        premises: Which hall it is.
        book: Keeps the book of the games; None where none is kept.

    Raises:
        ValueError: If there are no games or players, more players than seats, or too few matrix cards.
        SimulationError: If the rules and the house disagree; the message tells the command and the refusal.
    """
    problems = list(_problems(games, seats, rules, matrix))
    if problems:
        raise ValueError("; ".join(problems))
    house = House(
        before(rules, matrix), matrix, seats, Dice(f"hallctl simulate 1 {seed}"), watch, premises, book
    )
    house.open_book(games)
    for game in range(games):
        if game % GAMES_A_SESSION == 0:
            house.keep_room(games - game)
            house.open_session()
        house.play_game()
        if game + 1 == games or (game + 1) % GAMES_A_SESSION == 0:
            house.close_session()
        if told is not None:
            told(game + 1)
    return house.tally.report(house.state)


def before(rules: RuleSet, matrix: Matrix) -> State:
    """Return where a simulated hall stands before the first entry of its book."""
    return State(rules, matrices={matrix.digest: matrix})


def _problems(games: int, seats: int, rules: RuleSet, matrix: Matrix) -> Iterator[str]:
    if games < 1:
        yield f"hay que jugar al menos una partida, no {games}"
    if not 1 <= seats <= rules.seats:
        yield f"los jugadores van de 1 a {rules.seats}, las posiciones autorizadas, no {seats}"
    if len(matrix.cards) < rules.minimum_to_start:
        yield f"la matriz tiene {len(matrix.cards)} cartones y el mínimo es {rules.minimum_to_start}"


class House(SimulatedHall):
    """The people of the hall, who play what the rules ask of them."""

    def __init__(
        self,
        state: State,
        matrix: Matrix,
        seats: int,
        dice: Dice,
        watch: Watch | None,
        premises: Premises = SIMULATED,
        book: Decider | None = None,
    ) -> None:
        super().__init__(state, seats, watch, premises, book)
        self._matrix = matrix
        self._dice = dice
        self._series = ""
        self._holders: dict[tuple[str, int], int] = {}

    @property
    def game(self) -> Game:
        """The present game."""
        game = self.state.game
        assert game is not None
        return game

    def play_game(self) -> None:
        """Play one game from its announcement to its signature."""
        mounted = self.state.mounted
        if mounted is None or is_spent(self.state, self.state.ball_sets[mounted]):
            self.mount_fit_set()
            self.count_balls()
            self.do(LoadBalls())
        holders = self._sell()
        self.do(CloseSale())
        self.do(CountCash(pieces=self.pieces(self.game.collected)), StartDraw())
        sold = [
            SoldCard(part.series, n, holders.pop(0))
            for part in self.game.sold
            for n in range(part.first, part.last + 1)
        ]
        self._holders = {(card.series, card.number): card.seat for card in sold}
        mishaps = Mishaps.drawn(self._dice)
        rules = self.state.rules
        held = holders_of(rules, [self._matrix.card(card.number) for card in sold])
        crowd = Crowd(held, sold, rules.universe, self._dice, mishaps.quiet)
        order = tuple(self._dice.shuffle(list(range(1, rules.universe + 1))))
        self._draw(crowd, order, mishaps)
        self.tally.unsung += crowd.unsung
        self.tally.means(crowd.means(order[self.game.called :]))
        self._settle()

    # The sale.

    def _sell(self) -> list[int]:
        """Sell the players the cards they want, from a second series where the first runs out."""
        holders = self._wanted()
        if not self._series or not self._left(self._series):
            self._series = self._register_series()
        first = self._series
        self.do(AnnounceGame(first), ReportFilled())
        at_hand = min(len(holders), self._left(first))
        self._hand_out(at_hand, self._left(first))
        if at_hand < len(holders) and self.game.first > 1:
            self._series = self._register_series()
            self.do(AnnounceSecondSeries(self._series))
            self._hand_out(len(holders) - at_hand, self.game.first - 1)
        return holders

    def _wanted(self) -> list[int]:
        """Return the seat of each card wanted: enough to start, and no more than a series has."""
        wants = [1 + self._dice.below(MOST_CARDS) for _ in range(self._seats)]
        for seat in range(sum(wants), self.state.rules.minimum_to_start):
            wants[seat % self._seats] += 1
        holders = [seat for seat, cards in enumerate(wants) for _ in range(cards)]
        return holders[: len(self._matrix.cards)]

    def _hand_out(self, count: int, left: int) -> None:
        """Sell at the desk, or through a seller who is given more and brings back what is left over."""
        if self._dice.chance(500):
            self.do(SellCards(count))
            return
        more, seller = min(self._dice.below(MOST_CARDS), left - count), PEOPLE[Post.VENDEDOR]
        self.do(DeliverCards(seller, count + more))
        if more:
            self.do(ReturnCards(seller, more))

    def _left(self, series: str) -> int:
        return self.state.series[series].size - self.state.pointers[series]

    def _register_series(self) -> str:
        identification = self.premises.first_series + len(self.state.series)
        self.do(RegisterSeries("A", identification, FACE_VALUE, self._matrix.digest))
        return series_key("A", identification)

    # The draw.

    def _draw(self, crowd: Crowd, order: tuple[int, ...], mishaps: Mishaps) -> None:
        """Draw and call until the game is over, whichever way."""
        for count, ball in enumerate(order, 1):
            self._ball(count, ball, mishaps)
            if count == mishaps.wrong_call:
                self._call_wrongly(order[count:])
            if self.game.phase is Phase.DRAW:
                self._claims(crowd, crowd.hear(ball))
            if self.game.phase is not Phase.DRAW:
                break
        if self.game.phase is Phase.DRAW:
            self._claims(crowd, crowd.remaining())
        if self.game.phase is Phase.DRAW:
            self.do(ProposeNoBingo(), ApproveNoBingo())
        elif self.game.phase is Phase.FINISHED:
            for song in crowd.remaining():
                self._come_late(song, "CLAIM-PHASE")

    def _ball(self, count: int, ball: int, mishaps: Mishaps) -> None:
        self.now += self.state.rules.minimum_interval_ms
        if not by_hand(self.state, self.game):
            self.do(DrawBall())
            if count == mishaps.breakdown:
                self._break_down()
        if by_hand(self.state, self.game):
            self.do(EnterBall(ball))
        elif count == mishaps.doubt:
            universe = self.state.rules.universe
            other = universe + 1 - ball if 2 * ball != universe + 1 else 1
            doubt = ReportDoubt(self.state.serial, (ball, other), "not sure enough", _PICTURE)
            self.do(doubt, SettleBall(ball))
        else:
            self.do(ReportBall(self.state.serial, ball, _PICTURE))
        self.do(CallBall(ball))

    def _break_down(self) -> None:
        """Lose the extractor with a ball on its way; the game goes on by hand (D8)."""
        self.do(
            ReportFault(*_FAULT, "una bola atascada"),
            MinuteIncident("El extractor no responde."),
            ApproveIncident(self.state.incident + 1),
            ProposeManual("Una bola está atascada."),
            ApproveManual(),
        )

    def _call_wrongly(self, left: Sequence[int]) -> None:
        """Settle a wrong call, or void the game where it would have made somebody win."""
        said = left[self._dice.below(len(left))]
        if self._dice.chance(500):
            said = next((ball for ball in left if self._makes_winners(ball)), said)
        self.do(NoteWrongCall(said))
        noted = self.game.wrong_call
        assert noted is not None
        if noted.lines or noted.bingos:
            self.do(ProposeVoid("El número cantado daba premio a otros cartones."), ApproveVoid())
        else:
            self.do(KeepPlaying("Ningún cartón ganaba con el número cantado."))

    def _makes_winners(self, said: int) -> bool:
        """Try a wrong call without making it: one that matters is rare, and has to be played as well."""
        tried = decide(self.state, issued(NoteWrongCall(said)), self.now)
        return not isinstance(tried, Refusal) and any(
            isinstance(event, WrongCallNoted) and bool(event.lines or event.bingos) for event in tried
        )

    # The claims.

    def _claims(self, crowd: Crowd, songs: tuple[PlayerClaim, ...]) -> None:
        """Answer what is sung after a ball: stop, verify, ask for more, and go on or finish."""
        for song in songs:
            if self.game.is_awarded(song.claim):
                self._come_late(song, "CLAIM-LINE" if song.claim == Claim.LINE else "CLAIM-AWARDED")
        valid = [song for song in songs if not self.game.is_awarded(song.claim)]
        if not valid:
            return
        self.do(StopForClaim(valid[0].claim))
        self._verify(crowd, valid)
        while (claim := self._won()) is not None and self.game.asked != claim:
            self.do(AskAnyMore())
            self.now += self.state.rules.any_more_ms
            self._verify(crowd, crowd.asked(claim))
        self.do(FinishGame() if claim == self.state.rules.last else ResumeDraw())
        for prize in self.state.rules.sung:
            if self.game.is_awarded(prize.key):
                crowd.close(prize.key)

    def _verify(self, crowd: Crowd, songs: list[PlayerClaim] | tuple[PlayerClaim, ...]) -> None:
        for song in songs:
            verify = VerifyCard(song.claim, song.series, song.card, (), *self._presenter(song))
            known = {(v.claim, v.series, v.card) for v in self.game.verified}
            if (song.claim, song.series, song.card) in known:
                self.provoke(verify, "CLAIM-REPEAT")
                continue
            self.do(verify)
            if song.manner is ClaimHabit.TWICE:
                self.provoke(verify, "CLAIM-REPEAT")
                if song.claim != self.state.rules.last and not song.again:
                    crowd.sing_again(song)

    def _presenter(self, song: PlayerClaim) -> tuple[str, str]:
        """Return name and document of who sings, where prizes are split by player (D4)."""
        if self.state.rules.split_by != "player":
            return "", ""
        seat = self._holders.get((song.series, song.card), len(self._holders))
        return f"Jugador {seat}", f"CI {seat}"

    def _won(self) -> str | None:
        """Return the last of the prizes that has a good card at the present stop."""
        keys = (prize.key for prize in reversed(self.state.rules.sung))
        return next((key for key in keys if self.game.good(key)), None)

    def _come_late(self, song: PlayerClaim, code: str) -> None:
        self.provoke(StopForClaim(song.claim), code)
        self.tally.late += not song.again

    # The end.

    def _settle(self) -> None:
        """Pay, refund a void game, take the cards back and sign; a machine that broke down is repaired."""
        for number, award in enumerate(self.game.awards, 1):
            prize = award.prize
            winner = (f"Ganador {number}", f"LP-{number:03}", "700") if prize.progressive else ()
            self.do(PayPrize(prize.claim, prize.series, prize.card, prize.progressive, *winner))
        if self.game.phase is Phase.VOID:
            self.do(PayRefunds(self.game.refunds_due))
        self.do(CollectCards(self.game.cards), SignGame())
        if self.state.faults:
            self.do(ReportRecovery(*_FAULT), AcknowledgeFault(*_FAULT))
