"""An evening of 90, 75 and 90 balls in one session, from its configuration to both verifiers of its book.

Each game is sold, drawn, checked, paid, minuted and shown by its own rule set.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.app.desk import premises
from hallctl.app.replay import empty_state, replay
from hallctl.app.setting import load
from hallctl.config.hall import Setting
from hallctl.config.problems import ConfigError
from hallctl.games.bingo.desk.candidates import candidates
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.reports.kinds import BINGO_REPORTS
from hallctl.games.bingo.rules.cards import Matrix
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.closing import CollectCards, PayPrize, SignGame
from hallctl.games.bingo.rules.commands.draw import StartDraw
from hallctl.games.bingo.rules.commands.opening import CountBalls, LoadBalls, MountBallSet, RegisterBallSet
from hallctl.games.bingo.rules.commands.programme import ProgrammeGame
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import STEPS
from hallctl.games.bingo.screens.between import between
from hallctl.games.bingo.screens.board import board
from hallctl.games.bingo.screens.recent import Recent
from hallctl.minutes.book import Book
from hallctl.minutes.notary import verificar_libro as notary
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.rules.commands.running import StartController
from hallctl.rules.commands.session import CloseSession, OpenSession, PassCheck
from hallctl.rules.refusals import Refusal
from tests.hallctl.bingo import Keeper, documents, minuted
from tests.hallctl.evening import DAY
from tests.hallctl.evening import Evening as Clock
from tests.hallctl.games.bingo.documents.volume import LETTERHEAD
from tests.hallctl.games.bingo.rules.night import Night

CONFIG = Path(__file__).parents[4] / "fixtures/config"
BESIDE = "pt-bingo-75 (práctica)"
SEVERAL = """

[[rule_sets]]
rule_set = "pt-bingo-75"
ball_sets = ["K-01", "K-02"]

[[rule_sets.series]]
letter = "P"
identification = 2075
face_value = 100
matrix = "{series}/p-2075.csv"
"""


def written(folder: Path, *changes: tuple[str, str]) -> Path:
    """Return the configuration of a hall of 90 balls that also plays 75."""
    text = (CONFIG / "practice-75.toml").read_text("utf-8") + SEVERAL
    own = (
        ('rule_set = "rules-75.toml"', 'rule_set = "pt-bingo-90"\nlanguage = "pt"'),
        (
            'letter = "P"\nidentification = 2075\nface_value = 100    ',
            'letter = "A"\nidentification = 1042\nface_value = 100    ',
        ),
        ('matrix = "../series/p-2075.csv"', 'matrix = "{series}/a-1042.csv"'),
    )
    for old, new in (*own, *changes):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / "hall.toml"
    path.write_text(text.replace("{series}", str(CONFIG.parent / "series")), "utf-8")
    return path


class Evening(Night):
    """A night whose commands go through a keeper into a real book."""

    def __init__(self, setting: Setting, book: Path) -> None:
        super().__init__(setting.rules)
        self.setting, self.clock = setting, Clock()
        self.book = Book.create(book)
        self.keeper = Keeper(self.book, empty_state(setting), self.clock, "b1")
        self.people = {a.post: a.person for a in setting.config.appointments} | {Post.CONTROLLER: "hallctl"}
        self.matrices = {m.variant.universe: m for m in setting.material}

    @property
    def matrix(self) -> Matrix:
        return self.matrices[self.state.rules.universe]

    def answer(self, command: Command, post: Post | None = None, person: str | None = None):
        post = post or next(p for p in STEPS[type(command)].posts if p in self.people)
        return self.keeper.submit(Issued(command, Actor(person or self.people[post], post), ""))

    def do(self, *commands: Command):
        for command in commands:
            answer = self.answer(command)
            assert not isinstance(answer, Refusal), answer
            assert isinstance(self.keeper.state, State)
            self.state = self.keeper.state
        return ()

    def wait(self, milliseconds: int) -> None:
        self.clock.slept_ms += milliseconds

    def ball_set(self, name: str) -> None:
        """Change the set in the machine, count it and put it in."""
        self.do(MountBallSet(name))
        universe = self.setting.universes[name]
        self.do(CountBalls(tuple(range(1, universe + 1)), ()), LoadBalls())

    def play(self, game: AnnounceGame) -> None:
        """Play a game that its fifth card wins whole."""
        self.do(game, ReportFilled(), SellCards(20), CloseSale(), StartDraw())
        number = self.state.game.first + 4
        card = self.matrix.card(number)
        for prize in self.state.rules.sung:
            form = card.numbers if prize.is_full else self.state.rules.forms(prize.key)[0].numbers(card.cells)
            for ball in form:
                if ball not in self.state.game.drawn:
                    self.draw(ball)
            self.do(StopForClaim(prize.key), VerifyCard(prize.key, game.series, number), AskAnyMore())
            self.wait(self.state.rules.any_more_ms)
            self.do(FinishGame() if prize.key == self.state.rules.last else ResumeDraw())

    def pay(self) -> None:
        for award in self.state.game.awards:
            prize = award.prize
            self.do(PayPrize(prize.claim, prize.series, prize.card, prize.progressive))
        self.do(CollectCards(self.state.game.cards), SignGame())


class Played:
    """The evening played once, with what was seen on its way."""

    def __init__(self, folder: Path) -> None:
        self.setting = load(written(folder), [f"hall.directory={folder}"])
        assert isinstance(self.setting.rules, RuleSet)
        self.rules, self.path = self.setting.rules, folder / "libro.sqlite"
        night = self.night = Evening(self.setting, self.path)
        hall = premises(self.setting, DAY)
        night.do(replace(hall.opening, simulated=True), StartController("b1", "test", "first"), *hall.series)
        others = dict(hall.other_sets)
        night.do(*(RegisterBallSet(name, others.get(name, "")) for name in hall.ball_sets))
        night.do(MountBallSet("J-01"), OpenSession(hall.appointments, DAY))
        night.do(*(PassCheck(item) for item in night.state.rules.checks))
        night.do(CountBalls(tuple(range(1, 91)), ()), LoadBalls())
        self.refused = [
            night.refused(asked)
            for asked in (
                ProgrammeGame("A-1042", rule_set=BESIDE),
                ProgrammeGame("P-2075", rule_set="pt-bingo-80"),
                AnnounceGame("P-2075"),
                AnnounceGame("P-2075", rule_set=BESIDE),
            )
        ]
        night.do(*(ProgrammeGame(*game) for game in (NINETY, SEVENTY_FIVE, NINETY)))
        self.boards, self.between, self.offered = [], [], []
        recent = Recent()
        for game, ball_set in ((NINETY, "J-01"), (SEVENTY_FIVE, "K-01"), (NINETY, "J-01")):
            if night.state.mounted != ball_set:
                self.offered.append(self.steps())
                night.ball_set(ball_set)
            elif not night.state.session.loaded:
                night.do(night.count(), LoadBalls())
            self.between.append(between(night.state, WALL, recent.games))
            night.play(AnnounceGame(game[0], rule_set=game[2]))
            self.boards.append(board(night.state, WALL))
            night.pay()
            recent = Recent()
            for entry in minuted(night.book.entries()):
                recent.take(entry.event)
        night.do(night.count(), CloseSession())
        night.book.close()
        self.entries: list[Minuted] = list(minuted(read_entries(self.path)))

    def steps(self) -> list[str]:
        """What the desk offers first."""
        offered = candidates(self.night.state, premises(self.setting, DAY), late=False)
        return [str(each.label) for each in offered][:2]


WALL = Wall("Tejo", simulated=True)
NINETY, SEVENTY_FIVE = ("A-1042", "", ""), ("P-2075", "", BESIDE)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp("noche"))


@pytest.mark.req("PT-17", "AJ-28", "AJ-65", "AJ-117")
def test_a_game_needs_a_rule_set_of_the_hall_its_cards_and_its_balls(evening: Played) -> None:
    assert evening.refused == ["SERIES-VARIANT", "RULES-UNKNOWN", "SERIES-VARIANT", "SET-VARIANT"]
    assert evening.offered == [
        ["Montar bolas K-01, de 75", "Montar bolas K-02, de 75"],
        ["Montar bolas J-01, de 90", "Montar bolas J-02, de 90"],
    ]


@pytest.mark.req("AJ-117")
def test_the_book_names_the_rule_set_of_each_game_and_its_approval(evening: Played) -> None:
    announced = [e.event for e in evening.entries if isinstance(e.event, GameAnnounced)]
    (beside,) = evening.rules.beside
    assert [(a.rule_set, a.rule_set_digest, a.approval) for a in announced] == [
        ("", "", ""),
        (BESIDE, beside.digest, beside.approval),
        ("", "", ""),
    ]
    assert evening.rules.digest != replace(evening.rules, beside=()).digest
    assert evening.night.state.rules == evening.rules, "between sessions the hall's own"


@pytest.mark.req("AJ-36", "PT-60", "PT-65")
def test_walls_have_the_board_and_the_balls_of_the_game(evening: Played) -> None:
    assert [(view.universe, len(view.bands)) for view in evening.boards] == [(90, 0), (75, 5), (90, 0)]
    assert evening.between[1].programme[0].startswith("Partida 2: partida normal, 75 bolas")
    assert [len(view.recent) for view in evening.between] == [0, 1, 1], "those of the same balls"


@pytest.mark.invariant("I10")
def test_both_verifiers_find_the_book_whole_and_it_is_replayed_to_the_state_that_was(evening: Played) -> None:
    assert verify(evening.path).ok
    report = notary.verify(evening.path)
    assert (report.whole, report.findings) == (True, [])
    with Book.open(evening.path) as book:
        assert replay(evening.setting, book) == evening.night.state  # type: ignore[arg-type]


@pytest.mark.req("AJ-42", "AJ-48", "PT-65")
def test_each_act_says_balls_and_prizes_of_its_own_game(evening: Played) -> None:
    made = documents(empty_state(evening.setting), read_entries(evening.path), LETTERHEAD)
    acts = [folio.data for folio in made if folio.kind == "acta"]
    assert [len(act["prizes"]["listed"]) if "listed" in act["prizes"] else 2 for act in acts] == [2, 3, 2]
    assert all(draw["ball"][:2] in {"B-", "I-", "N-", "G-", "O-"} for draw in acts[1]["draws"])
    assert all(draw["ball"].isdigit() for act in (acts[0], acts[2]) for draw in act["draws"])
    assert ["rules" in act["sale"] for act in acts] == [False, True, False]
    assert "75 bolas" in acts[1]["sale"]["rules"]


@pytest.mark.invariant("I7")
def test_reports_count_each_set_in_its_own_universe_and_not_a_cent_is_lost(evening: Played) -> None:
    found = {kind.name: kind.make(evening.entries, 1, evening.setting.rules, ()) for kind in BINGO_REPORTS}
    balls = {each.ball_set: len(each.balls) for each in found["balls"].figures}
    assert balls == {"J-01": 90, "K-01": 75}
    for report in found.values():
        report.paper()
    assert sum(evening.night.state.ledger.values()) == 0
    games = {each.name: each.games for each in found["sets"].figures}
    assert (games["J-01"], games["K-01"], games["J-02"]) == (2, 1, 0)


def test_the_book_is_read_aloud_by_the_rule_set_in_play(evening: Played) -> None:
    rules, said = evening.setting.rules, []
    for entry in evening.entries:
        rules = rules.after(entry.event)
        said.append(BINGO.narrate(entry.event, "€", rules))
    assert any("B-" in each for each in said) and any("P" in each for each in said)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('rule_set = "pt-bingo-75"', 'rule_set = "pt-bingo-99"', "no existe"),
        ('rule_set = "pt-bingo-75"', 'rule_set = "rules-75.toml"', "no se puede leer"),
        ('rule_set = "pt-bingo-75"', 'rule_set = "aj-bolivia"', "que son de la sala"),
        ('rule_set = "pt-bingo-75"', 'rule_set = "pt-bingo-90"', "su propio nombre"),
        ('rule_set = "pt-bingo-75"', 'rule_set = "pt-bingo-30-symbols"', "símbolos"),
        ('rule_set = "pt-bingo-75"', 'rule_set = "pt-bingo-80"', "[rule_sets.1.series.1] matrix"),
        ('"K-01", "K-02"', '"K-01", "J-01"', "está dos veces"),
        ('ball_sets = ["K-01", "K-02"]', "ball_sets = []", "al menos 1"),
    ],
)
def test_check_refuses_rule_sets_that_are_not_those_of_one_hall(
    tmp_path: Path, old: str, new: str, why: str
) -> None:
    with pytest.raises(ConfigError) as found:
        load(written(tmp_path, (old, new)), [f"hall.directory={tmp_path}"])
    assert why in str(found.value)
