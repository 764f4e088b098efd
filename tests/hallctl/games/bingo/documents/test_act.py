"""The act of a game carries what AJ-42..53 ask, as people read it, and is typeset."""

from datetime import UTC, datetime, timedelta

import pytest

from drivers.printer.pdf import render
from hallctl.games.bingo.documents.act import game_act
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.cadence import DrawInCadence, StartCadence, StopCadence
from hallctl.games.bingo.rules.commands.claims import ResumeDraw
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import CallBall, CorrectBall, SettleBall
from hallctl.games.bingo.rules.commands.opening import (
    AnnounceLastGame,
    CountBalls,
    DeclareMinimum,
    RetireBallSet,
)
from hallctl.games.bingo.rules.endings import Ending
from hallctl.games.bingo.rules.events.cadence import CadenceStarted, CadenceStopped
from hallctl.games.bingo.rules.events.calling import (
    CallerAccepted,
    CallerHeard,
    CallerLost,
    CallerProposed,
    HallStood,
    WithoutHallProposed,
)
from hallctl.games.bingo.rules.events.claims import ProgressiveSeeded, RemainderBooked
from hallctl.games.bingo.rules.events.closing import (
    CardsCollected,
    CashCounted,
    ProposalWithdrawn,
    RefundsPaid,
)
from hallctl.games.bingo.rules.events.draw import BallDoubted, BallDrawn, BallEntered
from hallctl.games.bingo.rules.events.linked import (
    LinkedJackpotAbsent,
    LinkedJackpotAsked,
    LinkedJackpotClaimed,
    LinkedJackpotLapsed,
    LinkedJackpotReserved,
    LinkedJackpotShown,
    Missing,
)
from hallctl.games.bingo.rules.events.missing import CardsMissing, MissingFound, MissingRefunded
from hallctl.games.bingo.rules.events.programme import GameProgrammed, Programmed, ProgrammedGameDropped
from hallctl.games.bingo.rules.events.sale import (
    CardsDelivered,
    CardsReturned,
    CloseAnnounced,
    GameAnnounced,
    SaleRectified,
    SaleTakenBack,
    SecondSeriesAnnounced,
    SoldRange,
)
from hallctl.games.bingo.rules.events.waiting import WaitBegan, WaitEnded
from hallctl.games.bingo.rules.events.wrong_calls import (
    BingoCarried,
    ManualProposed,
    MeansChanged,
    NoBingoProposed,
    WrongCallNoted,
    WrongCallSettled,
)
from hallctl.games.bingo.rules.tables import EVENTS
from hallctl.outputs.folios.values import NO_HASH, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.readings.witnesses import DISAGREEMENT
from hallctl.rules.calls import Lost, Stage
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    ContinuePlay,
    ReportFault,
    ReportRecovery,
    StartController,
    StopController,
)
from hallctl.rules.commands.session import CloseSession, CountPlayers, OpenSession
from hallctl.rules.events.clock import (
    ClockJumped,
    ClockReferenceProposed,
    ClockReferenceSet,
    SessionDayAgreed,
    SessionDayProposed,
)
from hallctl.rules.events.incidents import (
    ComplaintFiled,
    ComplaintResolved,
    IncidentApproved,
    IncidentMinuted,
)
from hallctl.rules.events.papers import PaperAdopted, PaperReceived, PaperRefused
from hallctl.rules.events.printing import (
    FolioSealed,
    PendingPrintConfirmed,
    PendingPrintOrdered,
    PrintingResumed,
    PrintingSuspended,
    PrintingSuspensionProposed,
)
from hallctl.rules.events.running import DeviceSettled, NoticeEnded, NoticeRaised, RulesAdopted
from hallctl.rules.events.session import DualPostNoted
from hallctl.rules.events.till import ShiftClosed, ShiftOpened
from hallctl.rules.events.volumes import (
    BookClosed,
    ClosingProposed,
    EntrySigned,
    FolioReprinted,
    MediumCompleted,
    MediumLost,
    MediumRepaired,
    MediumRestored,
    RepairProposed,
    ShorterAccepted,
    SignatoryEnrolled,
)
from hallctl.rules.papers import CardRange, Paper, PaperKind
from hallctl.rules.witnesses import Reading, Witness
from tests.hallctl.bingo import narrate
from tests.hallctl.games.bingo.rules.night import APPOINTMENTS, DAY, Night

PAPER = Paper(PaperKind.SERIES, 3, "ab" * 32, "oficina", DAY, ranges=(CardRange("A-1042", 1, 9),))
START = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)


def printed(night):
    first = max(i for i, e in enumerate(night.events) if isinstance(e, GameAnnounced))
    entries = [
        Minuted(number, START + timedelta(seconds=number), "jefe:Ana", "ab" * 32, event)
        for number, event in enumerate(night.events[first:], first + 1)
    ]
    return game_act(night.state, entries, Letterhead("1028374021", "La Paz"), Place(1, NO_HASH)).data


@pytest.mark.req(
    "AJ-42", "AJ-43", "AJ-44", "AJ-45", "AJ-46", "AJ-47", "AJ-48", "AJ-49", "AJ-50", "AJ-51", "AJ-52"
)
def test_the_act_carries_every_field_of_the_regulation():
    night = Night().open_session().finished(60).settled()
    document = printed(night)
    assert document["opening"]["signature"]["name"] == "Ana"
    assert document["opening"]["date"] == "viernes 20 de noviembre de 2026"
    assert document["game"]["order"] == "1"
    assert document["sale"]["series"] == ["A 1042"]
    assert (document["sale"]["price"], document["sale"]["sold"]) == ("Bs 5,00", "60")
    assert document["sale"]["total"] == "Bs 300,00"
    assert document["progressives"] == document["prizes"]["progressives"] == []
    line, bingo = document["prizes"]["line"], document["prizes"]["bingo"]
    assert (line["paid"], bingo["paid"]) == ("Bs 30,00", "Bs 180,00")
    assert line["winners"] == [{"series": "A 1042", "card": "5", "paid": "Bs 30,00"}]
    assert bingo["winners"] == [{"series": "A 1042", "card": "5", "paid": "Bs 180,00"}]
    assert document["closing"]["signature"]["name"] == "Ana"
    assert document["book"] == {"title": "Libro de actas", "volume": "1", "folios": 200}
    assert document["folio"] == {"first": 1, "sheets": 1}
    assert len(document["draws"]) == 15
    assert [draw["stopped"] for draw in document["draws"]].count(True) == 2
    assert [claim["verdict"] for claim in document["claims"]] == ["Correcto, línea superior", "Correcto"]
    assert render("acta", document, START).startswith(b"%PDF-1.7")


@pytest.mark.req("AJ-53")
def test_what_went_wrong_is_in_the_incidents():
    night = Night().open_session().start()
    night.do(ReportDoubt(night.order(), (6, 9), "no orientation mark", ""), SettleBall(9))
    night.do(ReportFault("extractor", "EXT-JAM", "una bola atascada"))
    night.do(StartController("b2", "test", "died"))
    night.do(ProposeVoid("corte de luz."), ApproveVoid())
    night.do(PayRefunds(60), CollectCards(60), SignGame())
    document = printed(night)
    texts = [incident["text"] for incident in document["incidents"]]
    assert "no se ve la marca que orienta el número" in texts[0]
    assert texts[1] == "Fallo: una bola quedó atascada en el aparato de extracción."
    assert "se reinició" in texts[2]
    assert document["annulment"]["reason"] == "Corte de luz."
    assert document["annulment"]["refunded"] == "Bs 300,00"
    assert render("acta", document, START).startswith(b"%PDF-1.7")


def test_a_bad_claim_says_why_in_the_act():
    night = Night().open_session().start()
    night.draw(7)
    night.claim(Claim.LINE, 3)
    night.do(ResumeDraw(), ProposeVoid("fin"), ApproveVoid())
    night.do(PayRefunds(60), CollectCards(60), SignGame())
    (claim,) = printed(night)["claims"]
    assert claim["after"] == "1.ª (7)"
    assert claim["verdict"].startswith("No válido: números no cantados")


def by_itself(night, seconds, *balls):
    """Let the hall draw these balls by itself; it is not stopped."""
    night.do(StartCadence(seconds))
    for ball in balls:
        night.wait(seconds * 1000)
        night.do(DrawInCadence())
        night.do(ReportBall(night.state.serial, ball, "f" * 64), CallBall(ball))


@pytest.mark.req("AJ-06", "AJ-88")
def test_the_act_says_which_balls_the_hall_drew_by_itself_who_let_it_and_what_ended_it():
    night = Night().open_session().start()
    night.draw(7)
    by_itself(night, 5, 8, 9)
    night.do(StopCadence())
    by_itself(night, 3, 10)
    night.claim(Claim.LINE, 3)
    night.do(ResumeDraw(), StartCadence(8), ProposeVoid("fin"), ApproveVoid())
    night.do(PayRefunds(60), CollectCards(60), SignGame())
    first, second, third = printed(night)["cadences"]
    assert first.startswith("Las sacó la sala: bolas 2.ª a 3.ª, cada 5 s. La puso a ello Ana a horas ")
    assert first.endswith(": lo para Ana.")
    assert "bola 4.ª, cada 3 s" in second and second.endswith(": cantaron.")
    assert "ninguna bola" in third and third.endswith(": se propuso anular.")


def test_every_event_of_a_night_has_its_sentence():
    night = Night().open_session().finished().settled()
    night.start().do(ReportDoubt(night.order(), (), "no pictures", ""), SettleBall(8), CorrectBall(9))
    night.do(ReportFault("d", "C", "x"), ReportRecovery("d", "C"), AcknowledgeFault("d", "C"))
    night.do(StopController(), StartController("b2", "t", "order"), ContinuePlay())
    night.do(CallBall(9))
    night.claim(Claim.LINE, 3)
    night.do(ResumeDraw(), ProposeVoid("x"), ApproveVoid(), PayRefunds(60), CollectCards(60), SignGame())
    night.do(CountBalls(tuple(range(1, 91)), ()), CloseSession())
    night.do(OpenSession(APPOINTMENTS, DAY), DeclareMinimum(5), CountPlayers(9), AnnounceLastGame())
    night.do(RetireBallSet("J-02", "rota"))
    cards = SoldRange("A-1042", 1, 2)
    night.events += [
        BallEntered(3, 42),
        BallDrawn(3, 42, "", "person", (Reading(Witness.CALLER, 42), Reading(Witness.CAMERA, 42))),
        BallDoubted(4, (6, 9), DISAGREEMENT, "", (Reading(Witness.CALLER, 6), Reading(Witness.CAMERA, 9))),
        RemainderBooked(Claim.LINE, "", 50, ""),
        ProgressiveSeeded("Pozo", 9),
        DualPostNoted("Luis"),
        CardsDelivered(cards, "Luis"),
        CardsReturned(cards, "Luis"),
        SecondSeriesAnnounced(2, "B-7", 30),
        IncidentMinuted(1, "pelea.", "Ana", 0),
        IncidentApproved(1, "Marta", 4, 1),
        GameProgrammed(Programmed("A-1042", "early")),
        ProgrammedGameDropped(1, Programmed("A-1042")),
        ClosingProposed("Ana"),
        RepairProposed("Ana", "disco averiado"),
        ShorterAccepted("sala.example/libro/tomo-0001", 900, "", 0, "disco perdido", "Marta", "Ana"),
        NoticeRaised("testigo", "WITNESS-LOST", "no responde"),
        NoticeEnded("testigo", "WITNESS-LOST"),
        DeviceSettled("cámara", "V4L2 640×480; exposición 80 fija"),
        BookClosed(1, 900, "aa", "bb", 7, 1, 2, 1, 0, 30_000, 21_000, 500, 40, 1),
        SignatoryEnrolled("Ana", ("jefe",), "MIIB"),
        EntrySigned(12, "aa", "Ana", "bb", "ecdsa-p256-sha256", "MEUC"),
        MediumCompleted(420),
        MediumLost("MIN-SECOND", "ya no está", 7),
        MediumRestored(),
        MediumRepaired(1, "segundo soporte", 900, "disco averiado", "Marta"),
        FolioReprinted(3, 1),
        FolioSealed(1, "acta", 3, 1, 0, 90, "ab" * 32, "cd" * 32, "tomo-0001-folio-0003-acta.pdf"),
        ClockJumped("2026-11-21 21:00:00-0400", "2026-11-21 23:00:00-0400"),
        ClockReferenceProposed("Ana", "se puso en hora"),
        ClockReferenceSet("Marta", "Ana", "se puso en hora", "2045-01-01T00:00:00.000Z"),
        SessionDayProposed("Ana", "2026-11-20", "es la noche del viernes"),
        SessionDayAgreed("Marta", "Ana", "2026-11-20", "es la noche del viernes"),
        PrintingSuspensionProposed("Ana", "no hay papel"),
        PrintingSuspended("Marta", "Ana", "no hay papel"),
        PrintingResumed(),
        PendingPrintOrdered("Marta", "tomo-0001-folio-0003-acta.pdf"),
        PendingPrintConfirmed("Marta", "tomo-0001-folio-0003-acta.pdf"),
        ComplaintFiled(1, 2, "Juan", "LP-1", "no oí.", late=True, taken_by="Ana"),
        CloseAnnounced(2, 3, 0),
        SaleRectified(2, 61, 60, "se leyó mal."),
        SaleTakenBack(2, "Luis", SoldRange("A-1042", 7, 9), 1500),
        WaitBegan(2, 900_000, again=False, at=0),
        WaitEnded(2),
        CadenceStarted(2, 5, "Ana"),
        CadenceStopped(2, 1, Ending.ASKED, "Ana"),
        ProposalWithdrawn("VoidProposed", "Ana"),
        ComplaintResolved(1, "desestimada."),
        WrongCallNoted(7, 8, (5,), ()),
        WrongCallSettled("nadie marcó.", "Marta"),
        ManualProposed("avería.", "Ana"),
        MeansChanged("avería", "Marta"),
        NoBingoProposed("Ana"),
        BingoCarried(2, 9, "Marta"),
        CashCounted("Rosa", 100, 90),
        RefundsPaid(2, 1000),
        CardsCollected(2, (cards,), (cards,)),
        CardsMissing(2, (cards,), "no volvieron.", "Ana", paid=False),
        CardsMissing(2, (cards,), "no volvieron.", "Ana", paid=True),
        MissingFound(2, "A-1042", 1, "Ana"),
        MissingRefunded(2, "A-1042", 1, 500),
        ShiftOpened(1, "Rosa", 5000, (), None),
        ShiftClosed(1, "Rosa", 5000, 900, 300, 0, 5600, 5500, ()),
        CallerProposed("sala-1", "Ana"),
        CallerAccepted("sala-1", "Marta"),
        CallerHeard("sala-1", 3, 12),
        CallerHeard("sala-1", 0, 0),
        CallerLost(2, "sala-1", Lost.SILENT),
        HallStood(2, "sala-2", Stage.CLAIM),
        HallStood(2, "sala-2", Stage.OUT, cut=50),
        WithoutHallProposed(2, "sala-2", "no contesta.", "Ana"),
        LinkedJackpotAsked(2, "gordo", "Gordo", 0),
        LinkedJackpotShown(2, "gordo", 900, "2026-11-30T21:04:00Z", "nota"),
        LinkedJackpotAbsent(2, "gordo", Missing.TERMS),
        LinkedJackpotClaimed(2, "gordo", "Gordo", 0),
        LinkedJackpotReserved(2, "gordo", 900, "2026-11-30T21:04:00Z", "nota"),
        LinkedJackpotLapsed(2, "gordo", 5),
        PaperReceived(PAPER),
        PaperAdopted(PAPER, "Marta"),
        PaperRefused("series", 3, "ab" * 32, "oficina", "firma falsa", ""),
        RulesAdopted("aj-bolivia 2", "", "RA 08-00127-26", "2026-01-01", "2028-12-31"),
    ]
    said = {type(event): narrate(event, "Bs") for event in night.events}
    assert set(said) == set(EVENTS.values())
    assert all(sentence and "{" not in sentence for sentence in said.values())
