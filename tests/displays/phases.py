"""The views of a night, made by the hall itself: every screen in every phase, in any language.

The wording is the hall's, so a picture drawn from them cannot say what the hall no longer says.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from random import Random

from displays.views import View
from hallctl.games.bingo.cards.make import make_series
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
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import StartDraw
from hallctl.games.bingo.rules.commands.opening import AnnounceLastGame, LoadBalls
from hallctl.games.bingo.rules.commands.sale import AnnounceClose, AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.screens.auto import auto
from hallctl.games.bingo.screens.make import make
from hallctl.games.bingo.screens.recent import Recent
from hallctl.games.bingo.variants.combination import LINES
from hallctl.games.bingo.variants.library import variant
from hallctl.i18n.refusals import translate_detail
from hallctl.outputs.screens.scene import PastGame
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.rules.commands.running import AcknowledgeFault, ReportFault, ReportRecovery
from hallctl.rules.commands.session import CloseSession
from tests.hallctl.games.bingo.rules.night import RULES, Night

LARGE = Progressive("pozo mayor", "bingo", 1_845_000, 400, 10_000_000, 45)
SMALL = Progressive("pozo de línea", "line", 94_050, 100, 1_000_000, 9)
POTS = replace(RULES, house_bp=RULES.house_bp - 500, progressives=(LARGE, SMALL))
LOSER = 6
LOGO, SPONSOR = sha256(b"logo").hexdigest(), sha256(b"sponsor").hexdigest()
PRACTISED = frozenset({"preparing", "draw", "good", "prizes"})
"""The phases that are drawn as a practice hall, so that SIMULACRO is seen in each language."""


@dataclass(frozen=True)
class Phase:
    """Where a night stands.

    Attributes:
        state: The hall's state.
        recent: The last games' draw orders.
        now: The milliseconds of the boot.
    """

    state: State
    recent: tuple[PastGame, ...]
    now: int


class _Keeper:
    """Plays a night and keeps its phases under their names."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.phases: dict[str, Phase] = {}

    def keep(self, name: str) -> None:
        recent = Recent()
        for event in self.night.events:
            recent.take(event)
        self.phases[name] = Phase(self.night.state, recent.games, self.night.now)


@lru_cache(maxsize=1)
def phases() -> dict[str, Phase]:
    """Return every phase of a night, by its name."""
    keeper = _Keeper(Night(POTS))
    night, keep = keeper.night, keeper.keep
    night.open_session()
    keep("preparing")
    night.finished().settled()
    keep("between")
    night.do(night.count(), LoadBalls())
    _game(keeper)
    keep("prizes")
    night.settled()
    night.do(night.count(), LoadBalls(), AnnounceLastGame())
    keep("last")
    night.start()
    night.draw(41)
    night.do(ReportFault("cámara", "CAMERA-BLACK", ""))
    keep("pause")
    night.do(ReportRecovery("cámara", "CAMERA-BLACK"), AcknowledgeFault("cámara", "CAMERA-BLACK"))
    night.do(ProposeVoid("avería"), ApproveVoid())
    keep("void")
    night.do(PayRefunds(60), CollectCards(60), SignGame(), night.count(), CloseSession())
    keep("closed")
    return keeper.phases


def _game(keeper: _Keeper) -> None:
    """Play a game up to its prizes; nobody sings a line before the small pot's last ball."""
    night, keep = keeper.night, keeper.keep
    night.do(AnnounceGame("A-1042"), ReportFilled())
    keep("sale")
    night.do(SellCards(246))
    keep("selling")
    night.do(AnnounceClose(2))
    night.wait(25_000)
    keep("closing")
    night.do(CloseSale())
    keep("announced")
    night.do(StartDraw())
    keep("first")
    sold = night.state.game.sold[0].first
    winner = sold + 4
    for ball in (90, 17, 4, 66, 38):
        night.draw(ball)
    keep("draw")
    night.call_card(winner, rows=1)
    keep("passed")
    night.do(StopForClaim(Claim.LINE))
    keep("sung")
    night.do(VerifyCard(Claim.LINE, "A-1042", sold + LOSER))
    keep("bad")
    night.do(VerifyCard(Claim.LINE, "A-1042", winner))
    keep("good")
    night.do(AskAnyMore())
    keep("any-more")
    night.wait(night.state.rules.any_more_ms)
    night.do(ResumeDraw())
    night.call_card(winner)
    night.call_card(winner + 1)
    night.claim(Claim.BINGO, winner)
    night.do(VerifyCard(Claim.BINGO, "A-1042", winner + 1))
    keep("split")
    night.ask()
    night.do(FinishGame())


@lru_cache(maxsize=4)
def _of_variant(key: str) -> dict[str, Phase]:
    """Return phases of a game on other cards: balls drawn, no line, then one through the middle."""
    played = variant(key)
    matrix = make_series(played, 60, 3)
    pots = tuple(replace(each, max_balls=9) for each in POTS.progressives)
    rules = replace(POTS, variant=played, universe=played.universe, line=LINES, progressives=pots)
    keeper = _Keeper(Night(rules, matrix))
    night, cells = keeper.night, matrix.card(5).cells
    night.open_session(matrix).start(60)
    diagonal = next(line for line in rules.lines if line.way is LINES[-1])
    for ball in cells[1:4:2]:
        night.draw(ball)
    for ball in Random(played.universe).sample(range(1, played.universe + 1), played.universe // 4):
        if ball not in (*night.state.game.drawn, *cells):
            night.draw(ball)
    keeper.keep("draw")
    night.do(StopForClaim(Claim.LINE), VerifyCard(Claim.LINE, "A-1042", 5))
    keeper.keep("bad")
    night.do(ResumeDraw())
    for ball in diagonal.numbers(cells):
        if ball not in night.state.game.drawn:
            night.draw(ball)
    night.claim(Claim.LINE, 5)
    keeper.keep("good")
    return keeper.phases


def view_of(key: str, name: str, language: str) -> View:
    """Return what ``auto`` shows in a phase of a game of another variant: "draw", "bad" or "good"."""
    phase = _of_variant(key)[name]
    wall = Wall("Bingo Illimani", False, language, now=phase.now, hour="21:35")
    wall = replace(wall, translate=lambda said: translate_detail(said, language))
    return make(auto(phase.state), phase.state, wall, phase.recent, corner=language == "es")


def view(name: str, language: str) -> View:
    """Return what ``auto`` shows in a phase.

    "cctv" is the exit's picture during the draw, "original" a check with the picture of a camera at the desk.
    """
    phase = phases()[{"cctv": "draw", "original": "good"}.get(name, name)]
    practised, code = name in PRACTISED, "https://www.aj.gob.bo/"
    wall = Wall(
        hall="Bingo Illimani",
        simulated=practised,
        language=language,
        complaint_qr=code,
        original=name == "original",
        translate=lambda said: translate_detail(said, language),
        now=phase.now,
        hour="21:35",
        logo=LOGO,
        sponsors=(SPONSOR,),
    )
    screen = "cctv" if name == "cctv" else auto(phase.state)
    return make(screen, phase.state, wall, phase.recent, corner=True)


NAMES = (*phases(), "cctv", "original")
