"""A whole volume of a hall that types one hostile text into every field that takes it."""

from dataclasses import replace

from fonts import uncovered
from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.rules.tables import STEPS, decide, evolve
from hallctl.outputs.minuted import Minuted
from hallctl.rules import commands as cmd
from hallctl.rules import events as ev
from hallctl.rules.admission import admitted, made_printable
from hallctl.rules.commands import Actor, Claim, Command, Issued, Mark, Post
from hallctl.rules.deciding.context import Context
from hallctl.rules.refusals import Refusal
from hallctl.rules.ruleset import RuleSet
from hallctl.rules.state import Phase, State
from tests.hallctl.hostile.fields import WRITTEN, Path, is_formed, with_texts
from tests.hallctl.outputs.folios.volume import APPOINTMENTS, LETTERHEAD, NAMES, OPENING, VOLUME_RULES
from tests.hallctl.outputs.folios.volume import minuted as _minuted
from tests.hallctl.rules.night import ALL_BALLS, DAY, MATRIX

LIMITS = {(name, path): limits for name, path, limits in WRITTEN}


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
        fit = admitted(cmd.PassCheck(self._prefixed("extractor", 120)), uncovered)
        self._fits = not isinstance(fit, Refusal)
        rules = admitted(self._rules(VOLUME_RULES) if self._fits else VOLUME_RULES)
        assert isinstance(rules, RuleSet)
        self.state = State(replace(rules, minimum_interval_ms=0, any_more_ms=0), {MATRIX.digest: MATRIX})
        self.events: list[ev.Event] = []
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

    def _answer(self, command: Command) -> tuple[ev.Event, ...] | Refusal:
        """Put the text into all fields, else into all but one, else into one: the first that is accepted."""
        name = type(command).__name__
        paths = [path for each, path, limits in WRITTEN if each == name and not is_formed(each, path, limits)]
        alone = [[path] for path in paths]
        but_one = [[other for other in paths if other != path] for path in paths]
        answer: tuple[ev.Event, ...] | Refusal = ()
        for chosen in (paths, *but_one, *alone, []):
            answer = self._issued(command, set(chosen))
            if not isinstance(answer, Refusal):
                self.taken |= {(name, path) for path in chosen}
                return answer
            if answer.code.startswith("TEXT-"):
                self.refusals.append(answer)
        return answer

    def _issued(self, command: Command, chosen: set[Path]) -> tuple[ev.Event, ...] | Refusal:
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
        self.do(cmd.RetireBallSet("J-01", "bola rota"), cmd.MountBallSet("J-02"))
        self.do(self._count(), cmd.LoadBalls(), self._count(), cmd.CloseSession())
        self.do(cmd.ProposeRepair("disco roto"), cmd.RecordRepair(1, "disco", 5, "disco roto", "libro.viejo"))
        self.do(cmd.ProposeRepair("corte"), cmd.AcceptShorter("sala/libro", 9, "ab" * 32, 2, "corte"))
        self.do(cmd.ReprintFolio(1), cmd.StopController())
        self.do(cmd.ProposeClosing(), cmd.CloseBook(len(self.events), "ab" * 32, "cd" * 32))
        return self

    def _open(self) -> None:
        self.do(OPENING, cmd.StartController("b1", "hallctl", "first"), cmd.ReportCompletion(12))
        self.do(cmd.EnrolSignatory("Juan Condori", ("jefe",), "Y2VydGlmaWNhZG8=", "YWNyZWRpdGFkbw=="))
        self.do(cmd.RegisterSeries("A", 1042, 500, MATRIX.digest))
        self.do(*map(cmd.RegisterBallSet, ("J-01", "J-02", "J-03")), cmd.MountBallSet("J-01"))
        self.do(cmd.ProposeSessionDay(DAY, "cierre de madrugada"), cmd.ApproveSessionDay())
        self.do(cmd.OpenSession(APPOINTMENTS, DAY))
        self.do(*map(cmd.PassCheck, VOLUME_RULES.checks), self._count(), cmd.LoadBalls())
        self.do(cmd.ReportClockJump("20:00", "21:00"))
        self.do(cmd.ReportMediumLost("MIN-SECOND", "ya no está", 1), cmd.ReportMediumRestored())
        self.do(cmd.ReportNotice("reloj", "CLOCK-JUMPED", "saltó"))
        self.do(cmd.ProposeClockReference("se puso en hora", "20:00"), cmd.ApproveClockReference("20:00"))
        self.do(cmd.ReportNoticeOver("reloj", "CLOCK-JUMPED"), cmd.ReportSettings("cámara", "foco 3"))
        self._troubles()

    def _troubles(self) -> None:
        self.do(cmd.ReportFault("cámara", "CAMERA-LOST", "sin imagen"))
        self.do(cmd.ReportRecovery("cámara", "CAMERA-LOST"))
        for fault in self.state.faults:  # whose names a text that does not come in was made printable in
            self.do(
                cmd.AcknowledgeFault(
                    *(("cámara", "CAMERA-LOST") if self._fits else (fault.device, fault.code))
                )
            )
        # Printing is set aside only where this very device fails with this very code.
        self._literally(cmd.ReportFault("impresora", "PRINT-FAILED", "sin papel"))
        self.do(cmd.ProposePrintingSuspension("no hay papel"), cmd.SuspendPrinting())
        self._literally(cmd.ReportRecovery("impresora", "PRINT-FAILED"))
        self._literally(cmd.AcknowledgeFault("impresora", "PRINT-FAILED"), is_needed=False)
        self._literally(cmd.ReportNotice("impresora", "PRINT-PENDING", "tomo-0001-folio-0001.pdf"))
        self.do(cmd.PrintPending(), cmd.ConfirmPrinted())
        self.do(cmd.SealFolio(1, "apertura", 1, 1, 0, 1, "ab" * 32, "cd" * 32, "tomo-0001-folio-0001.pdf"))

    def _literally(self, command: Command, *, is_needed: bool = True) -> None:
        """Issue a command of which only the detail is anybody's own words."""
        text, self.text = self.text, ""
        if is_needed or not isinstance(self._issued(command, set()), Refusal):
            self.do(command)
        self.text = text

    def _count(self) -> cmd.CountBalls:
        return cmd.CountBalls(ALL_BALLS, (), NAMES[Post.DIRECTOR], "Juan Pérez, LP-1", witness_asked=True)

    def _draw(self, ball: int) -> None:
        self.do(cmd.DrawBall())
        self.do(cmd.ReportBall(self.state.serial, ball, "f" * 64), cmd.CallBall(ball))

    def _sung(self, claim: Claim) -> None:
        self.do(cmd.StopForClaim(claim))
        self.do(cmd.VerifyCard(claim, "serie a n.º 1042", 9, tuple(Mark), "Eva", "LP-9"))
        self.do(cmd.VerifyCard(claim, "A 1042", 600), cmd.VerifyCard(claim, "a1042", 601))
        self.do(cmd.VerifyCard(claim, "A-1042", 5, (), "Juan", "LP-1"), cmd.AskAnyMore())

    def _won(self) -> None:
        self.do(cmd.AnnounceGame("A 1042"), cmd.ReportFilled())
        self.do(cmd.DeliverCards("Luis", 12), cmd.ReturnCards("Luis", 2), cmd.SellCards(20), cmd.CloseSale())
        self.do(cmd.RectifySale(29, "se leyó mal"), cmd.CountCash(15_000), cmd.StartDraw())
        row, *others = MATRIX.card(5).rows
        self.do(cmd.DrawBall())
        self.do(cmd.ReportDoubt(self.state.serial, (row[0],), "borrosa", "f" * 64))
        self.do(cmd.SettleBall(row[0]), cmd.CallBall(row[0]))
        for ball in row[1:]:
            self._draw(ball)
        said = next(n for n in ALL_BALLS if n not in MATRIX.card(5).numbers)
        self.do(cmd.NoteWrongCall(said), cmd.KeepPlaying("nadie lo tenía"))
        self._sung(Claim.LINE)
        self.do(cmd.ResumeDraw(), cmd.MinuteIncident("pelea"), cmd.ApproveIncident(1))
        self.do(cmd.FileComplaint("Juan", "LP-1", "no oí el 7", signed=True))
        self.do(cmd.ResolveComplaint(1, "desestimada"))
        for balls in others:
            for ball in balls:
                self._draw(ball)
        self._sung(Claim.BINGO)
        self.do(cmd.FinishGame())
        self._settle()

    def _settle(self) -> None:
        game = self.state.game
        assert game is not None
        for award in game.awards:
            prize = award.prize
            winner = ("Juan", "LP-1", "700") if prize.progressive else ()
            if prize.progressive:
                self._pay_progressive(cmd.PayPrize(prize.claim, prize.series, prize.card, "", *winner), prize)
            else:
                self.do(cmd.PayPrize(prize.claim, prize.series, prize.card))
        self.do(cmd.CollectCards(game.cards), cmd.SignGame())

    def _pay_progressive(self, pay: cmd.PayPrize, prize: ev.PrizeAwarded) -> None:
        """Name the progressive as the rules do; the text is put before it again where it is part of it."""
        plain = next(pot.name for pot in VOLUME_RULES.progressives if prize.progressive.endswith(pot.name))
        self.do(replace(pay, progressive=plain))

    def _void(self) -> None:
        self.do(cmd.AnnounceGame("A-1042"), cmd.ReportFilled(), cmd.SellCards(30), cmd.CloseSale())
        self.do(cmd.StartDraw(), cmd.ProposeManual("avería"), cmd.ApproveManual(), cmd.EnterBall(7))
        self.do(cmd.CallBall(7), cmd.ProposeVoid("corte de luz"))
        self.do(cmd.WithdrawProposal("VoidProposed"), cmd.ProposeVoid("corte de luz"), cmd.ApproveVoid())
        assert self.state.game is not None and self.state.game.phase is Phase.VOID
        self.do(cmd.PayRefunds(30), cmd.CollectCards(30), cmd.SignGame())
