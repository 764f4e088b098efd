"""A whole volume of a hall that types one hostile text into every field that takes it."""

from dataclasses import replace

from fonts import uncovered
from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.cadence import DrawInCadence, StartCadence, StopCadence
from hallctl.games.bingo.rules.commands.calling import (
    AcceptCaller,
    ApproveWithoutHall,
    HearCaller,
    LoseCaller,
    ProposeCaller,
    ProposeWithoutHall,
    StandHall,
    TakeCall,
)
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
    PayPrizes,
    PayRefunds,
    ProposeVoid,
    SignGame,
    WithdrawProposal,
)
from hallctl.games.bingo.rules.commands.draw import (
    CallBall,
    CorrectBall,
    DrawBall,
    EnterBall,
    SettleBall,
    StartDraw,
)
from hallctl.games.bingo.rules.commands.linked import AnswerJackpot, MissJackpot
from hallctl.games.bingo.rules.commands.missing import DeclareMissing, FindMissing, RefundMissing
from hallctl.games.bingo.rules.commands.opening import (
    CountBalls,
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
    RetireBallSet,
)
from hallctl.games.bingo.rules.commands.programme import DropProgrammedGame, ProgrammeGame
from hallctl.games.bingo.rules.commands.sale import (
    AnnounceClose,
    AnnounceGame,
    CloseSale,
    DeliverCards,
    RectifySale,
    ReturnCards,
    SellCards,
    TakeBackSale,
)
from hallctl.games.bingo.rules.commands.wrong_calls import (
    ApproveManual,
    KeepPlaying,
    NoteWrongCall,
    ProposeManual,
)
from hallctl.games.bingo.rules.events.claims import PrizeAwarded
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.games.bingo.rules.tables import STEPS, decide, evolve
from hallctl.outputs.minuted import Minuted
from hallctl.rules.admission import admitted, made_printable
from hallctl.rules.calls import Lost, Stage
from hallctl.rules.claim_faults import Mark
from hallctl.rules.commands.base import Actor, Appointment, Command, Issued, Post
from hallctl.rules.commands.clock import (
    ApproveClockReference,
    ApproveSessionDay,
    ProposeClockReference,
    ProposeSessionDay,
    ReportClockJump,
)
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt, ReportFilled
from hallctl.rules.commands.incidents import ApproveIncident, FileComplaint, MinuteIncident, ResolveComplaint
from hallctl.rules.commands.papers import AdoptPaper, DeclinePaper, ReceivePaper, RejectPaper
from hallctl.rules.commands.printing import (
    ConfirmPrinted,
    PrintPending,
    ProposePrintingSuspension,
    SealFolio,
    SuspendPrinting,
)
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    ReportFault,
    ReportNotice,
    ReportNoticeOver,
    ReportRecovery,
    ReportSettings,
    StartController,
    StopController,
)
from hallctl.rules.commands.session import CloseSession, OpenSession, PassCheck
from hallctl.rules.commands.volumes import (
    AcceptShorter,
    CloseBook,
    EnrolSignatory,
    ProposeClosing,
    ProposeRepair,
    RecordRepair,
    ReportCompletion,
    ReportMediumLost,
    ReportMediumRestored,
    ReprintFolio,
)
from hallctl.rules.deciding.context import Context
from hallctl.rules.events.base import Event
from hallctl.rules.papers import CardRange, Paper, PaperKind
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.bingo.documents.volume import APPOINTMENTS, LETTERHEAD, NAMES, OPENING, VOLUME_RULES
from tests.hallctl.games.bingo.documents.volume import minuted as _minuted
from tests.hallctl.games.bingo.rules.night import ALL_BALLS, DAY, MATRIX
from tests.hallctl.hostile.fields import WRITTEN, Path, is_formed, with_texts

LIMITS = {(name, path): limits for name, path, limits in WRITTEN}


LINKED = Progressive(
    *("Entre salas", "bingo", 1000, 100, 900_000, 90),
    linked="gordo",
    at_once="first",
    answer_s=10,
    settle_min=15,
)
NIGHT_RULES = replace(
    VOLUME_RULES, house_bp=VOLUME_RULES.house_bp - 100, progressives=(*VOLUME_RULES.progressives, LINKED)
)
NIGHT_RULES = replace(NIGHT_RULES, remote_caller_s=10)


class HostileNight:
    """Does what a hall does in a volume, with a text put before every text that is written.

    Attributes:
        state: Where the hall stands.
        events: What happened.
        states: The state before the first event, and after each.
        taken: The fields that took the text.
        refusals: What was said of those that did not.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        fit = admitted(PassCheck(self._prefixed("extractor", 120)), uncovered)
        self._fits = not isinstance(fit, Refusal)
        rules = admitted(self._rules(NIGHT_RULES) if self._fits else NIGHT_RULES)
        assert isinstance(rules, RuleSet)
        self.state = State(
            replace(rules, minimum_interval_ms=0, any_more_ms=0), matrices={MATRIX.digest: MATRIX}
        )
        self.events: list[Event] = []
        self.taken: set[tuple[str, Path]] = set()
        self.refusals: list[Refusal] = []
        self.now = 0
        self.states = [self.state]
        self._paperwork = BingoPaperwork(LETTERHEAD)

    def do(self, *commands: Command) -> None:
        """Issue commands with the text in as many of their fields as take it; each of them succeeds."""
        for command in commands:
            answer = self._answer(command)
            assert not isinstance(answer, Refusal), (type(command).__name__, answer)
            for event in answer:
                self.state = evolve(self.state, event)
                self.events.append(event)
                self._paperwork.take(event)
                self.states.append(self.state)

    def entries(self) -> list[Minuted]:
        """Return what happened as entries."""
        return _minuted(self.events)

    def _rules(self, rules: RuleSet) -> RuleSet:
        pots = tuple(replace(pot, name=self._prefixed(pot.name, 120)) for pot in rules.progressives)
        return replace(
            rules, checks=tuple(self._prefixed(item, 120) for item in rules.checks), progressives=pots
        )

    def _prefixed(self, said: str, most: int) -> str:
        """Return the text before what is said, which stays at the end so that names differ."""
        return f"{self.text[: max(0, most - len(said) - 1)]} {said}".strip()

    def _answer(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Put the text into all fields, else into all but one, else into one: the first that is accepted."""
        name = type(command).__name__
        paths = [path for each, path, limits in WRITTEN if each == name and not is_formed(each, path, limits)]
        alone = [[path] for path in paths]
        but_one = [[other for other in paths if other != path] for path in paths]
        answer: tuple[Event, ...] | Refusal = ()
        for chosen in (paths, *but_one, *alone, []):
            answer = self._issued(command, set(chosen))
            if not isinstance(answer, Refusal):
                self.taken |= {(name, path) for path in chosen}
                return answer
            if answer.code.startswith("TEXT-"):
                self.refusals.append(answer)
        return answer

    def _issued(self, command: Command, chosen: set[Path]) -> tuple[Event, ...] | Refusal:
        name, post = type(command).__name__, STEPS[type(command)].posts[0]

        def change(path: Path, said: str) -> str:
            return self._prefixed(said, LIMITS[name, path].most) if path in chosen else said

        person = NAMES[post] if self.state.session is None else self._holder(post)
        asked = with_texts(command, change)
        if post is Post.CONTROLLER:
            asked = made_printable(asked, uncovered)
        taken = admitted(Issued(asked, Actor(person, post), ""), uncovered)
        if isinstance(taken, Refusal):
            return taken
        planned = self._paperwork.planned(taken.command, self.state, Context(taken.actor, self.now))
        return decide(self.state, Issued(planned, taken.actor, ""), self.now, uncovered)

    def _holder(self, post: Post) -> str:
        assert self.state.session is not None
        return next((name for held, name in self.state.session.holders if held is post), NAMES[post])

    def volume(self) -> "HostileNight":
        """Open a volume, play a game that is won and one that is void, and close it."""
        self._open()
        self._won()
        self._void()
        self._called()
        self.do(RetireBallSet("J-01", "bola rota"), MountBallSet("J-02"))
        self.do(self._count(), LoadBalls(), self._count(), CloseSession())
        self._papers()
        self.do(ProposeRepair("disco roto"), RecordRepair(1, "disco", 5, "disco roto", "libro.viejo"))
        self.do(ProposeRepair("corte"), AcceptShorter("sala/libro", 9, "ab" * 32, 2, "corte"))
        self.do(ReprintFolio(1), StopController())
        self.do(ProposeClosing(), CloseBook(len(self.events), "ab" * 32, "cd" * 32))
        return self

    def _open(self) -> None:
        self.do(OPENING, StartController("b1", "hallctl", "first"), ReportCompletion(12))
        self.do(EnrolSignatory("Juan Condori", ("jefe",), "Y2VydGlmaWNhZG8=", "YWNyZWRpdGFkbw=="))
        self.do(RegisterSeries("A", 1042, 500, MATRIX.digest))
        self.do(*map(RegisterBallSet, ("J-01", "J-02", "J-03")), MountBallSet("J-01"))
        self.do(ProposeSessionDay(DAY, "cierre de madrugada"), ApproveSessionDay())
        self.do(OpenSession(APPOINTMENTS, DAY))
        self.do(*map(PassCheck, VOLUME_RULES.checks), self._count(), LoadBalls())
        self.do(ReportClockJump("20:00", "21:00"))
        self.do(ReportMediumLost("MIN-SECOND", "ya no está", 1), ReportMediumRestored())
        self.do(ReportNotice("reloj", "CLOCK-JUMPED", "saltó"))
        self.do(ProposeClockReference("se puso en hora", "20:00"), ApproveClockReference("20:00"))
        self.do(ReportNoticeOver("reloj", "CLOCK-JUMPED"), ReportSettings("cámara", "foco 3"))
        self._troubles()

    def _troubles(self) -> None:
        self.do(ReportFault("cámara", "CAMERA-LOST", "sin imagen"))
        self.do(ReportRecovery("cámara", "CAMERA-LOST"))
        for fault in self.state.faults:  # whose names a text that does not come in was made printable in
            self.do(
                AcknowledgeFault(*(("cámara", "CAMERA-LOST") if self._fits else (fault.device, fault.code)))
            )
        # Printing is set aside only where this very device fails with this very code.
        self._literally(ReportFault("impresora", "PRINT-FAILED", "sin papel"))
        self.do(ProposePrintingSuspension("no hay papel"), SuspendPrinting())
        self._literally(ReportRecovery("impresora", "PRINT-FAILED"))
        self._literally(AcknowledgeFault("impresora", "PRINT-FAILED"), is_needed=False)
        self._literally(ReportNotice("impresora", "PRINT-PENDING", "tomo-0001-folio-0001.pdf"))
        self.do(PrintPending(), ConfirmPrinted())
        self.do(SealFolio(1, "apertura", 1, 1, 0, 1, "ab" * 32, "cd" * 32, "tomo-0001-folio-0001.pdf"))

    def _literally(self, command: Command, *, is_needed: bool = True) -> None:
        """Issue a command of which only the detail is anybody's own words."""
        text, self.text = self.text, ""
        if is_needed or not isinstance(self._issued(command, set()), Refusal):
            self.do(command)
        self.text = text

    def _papers(self) -> None:
        """Adopt and refuse what a head office sends."""
        digest, people = "ab" * 32, (Appointment(Post.JEFE, "Eva"),)
        of_people = Paper(PaperKind.PEOPLE, 1, digest, "oficina", DAY, "hallctl", "9", "RA", people=people)
        cards = Paper(PaperKind.SERIES, 1, digest, "oficina", DAY, ranges=(CardRange("A-1", 1, 5),))
        self.do(ReceivePaper(of_people), AdoptPaper(PaperKind.PEOPLE, 1, digest))
        self.do(ReceivePaper(cards), DeclinePaper(PaperKind.SERIES, 1, digest, "no llegaron"))
        self.do(RejectPaper("series", 2, digest, "otra", "firma falsa"))

    def _count(self) -> CountBalls:
        return CountBalls(ALL_BALLS, (), NAMES[Post.DIRECTOR], "Juan Pérez, LP-1", witness_asked=True)

    def _draw(self, ball: int) -> None:
        self.do(DrawBall())
        self.do(ReportBall(self.state.serial, ball, "f" * 64), CallBall(ball))

    def _sung(self, claim: Claim) -> None:
        self.do(StopForClaim(claim))
        self.do(VerifyCard(claim, "serie a n.º 1042", 9, tuple(Mark), "Eva", "LP-9"))
        self.do(VerifyCard(claim, "A 1042", 600), VerifyCard(claim, "a1042", 601))
        self.do(VerifyCard(claim, "A-1042", 5, (), "Juan", "LP-1"), AskAnyMore())

    def _cadence(self, ball: int) -> None:
        self.now += 3_000
        self.do(StartCadence(3), DrawInCadence())
        self.do(ReportBall(self.state.serial, ball, "f" * 64), CallBall(ball), StopCadence())

    def _won(self) -> None:
        self.do(ProgrammeGame("A 1042"), ProgrammeGame("A 1042"), DropProgrammedGame(2))
        self.do(AnnounceGame("A 1042"), self._said(5000), MissJackpot("gordo", 1), ReportFilled())
        self.do(StandHall(1, "sala-2", Stage.PLAYING))
        self.do(DeliverCards("Luis", 12), ReturnCards("Luis", 2), SellCards(3))
        self.do(TakeBackSale(11), SellCards(20))
        self.do(AnnounceClose(2), CloseSale())
        self.do(RectifySale(29, "se leyó mal"), CountCash(15_000), StartDraw())
        row, *others = MATRIX.card(5).rows
        self.do(DrawBall())
        self.do(ReportDoubt(self.state.serial, (row[0],), "borrosa", "f" * 64))
        self.do(SettleBall(row[0]), CallBall(row[0]))
        self._cadence(row[1])
        for ball in row[2:]:
            self._draw(ball)
        said = next(n for n in ALL_BALLS if n not in MATRIX.card(5).numbers)
        self.do(NoteWrongCall(said), KeepPlaying("nadie lo tenía"))
        self.do(StandHall(1, "sala-2", Stage.CLAIM), ProposeWithoutHall("sala-2", "no contesta"))
        self.do(ApproveWithoutHall())
        self._sung(Claim.LINE)
        self.do(ResumeDraw(), MinuteIncident("pelea"), ApproveIncident(1))
        self.do(FileComplaint("Juan", "LP-1", "no oí el 7", signed=True))
        self.do(ResolveComplaint(1, "desestimada"))
        for balls in others:
            for ball in balls:
                self._draw(ball)
        self._sung(Claim.BINGO)
        self.do(FinishGame(), replace(self._said(6000), reserved=True))
        self._settle()

    def _said(self, amount: int) -> AnswerJackpot:
        moment = "2026-11-20T21:04:00Z"
        return AnswerJackpot("gordo", 1, False, amount, moment, "first", 0, LINKED.seed, "firmada")

    def _settle(self) -> None:
        game = self.state.game
        assert game is not None
        for award in game.awards:
            prize = award.prize
            winner = ("Juan", "LP-1", "700") if prize.progressive else ()
            if prize.progressive:
                self._pay_progressive(PayPrize(prize.claim, prize.series, prize.card, "", *winner), prize)
            elif award is game.awards[0]:
                self.do(PayPrize(prize.claim, prize.series, prize.card))
        self.do(PayPrizes(), CollectCards(game.cards), SignGame())

    def _pay_progressive(self, pay: PayPrize, prize: PrizeAwarded) -> None:
        """Name the progressive as the rules do; the text is put before it again where it is part of it."""
        plain = next(pot.name for pot in NIGHT_RULES.progressives if prize.progressive.endswith(pot.name))
        self.do(replace(pay, progressive=plain))

    def _called(self) -> None:
        """Play a game that another hall calls, and lose it."""
        self.do(
            ProposeCaller("sala-2"), AcceptCaller(), HearCaller("sala-2", 1, 9), self._count(), LoadBalls()
        )
        self.do(AnnounceGame("A-1042", caller="sala-2"), SellCards(30), CloseSale(), StartDraw())
        self.do(TakeCall(1, 7, 99, "ab" * 32, "f" * 64, 12), CallBall(7), LoseCaller(3, Lost.SILENT))
        self.do(ProposeVoid("se perdió la sala que llama"), ApproveVoid())
        self.do(PayRefunds(30), CollectCards(30), SignGame())

    def _void(self) -> None:
        self.do(AnnounceGame("A-1042"), ReportFilled(), SellCards(30), CloseSale())
        self.do(StartDraw(), ProposeManual("avería"), ApproveManual(), EnterBall(8))
        self.do(CorrectBall(7), CallBall(7), ProposeVoid("corte de luz"))
        self.do(WithdrawProposal("VoidProposed"), ProposeVoid("corte de luz"), ApproveVoid())
        assert self.state.game is not None and self.state.game.phase is Phase.VOID
        first = self.state.game.first
        missing = DeclareMissing("a 1042", f"{first}, {first + 7}", "no volvieron")
        self.do(PayRefunds(28), missing, FindMissing("a 1042", first + 7), PayRefunds(1), CollectCards(29))
        self.do(*(ApproveIncident(number) for number in self.state.incidents), SignGame())
        self.do(RefundMissing(self.state.games, "A-1042", first))
