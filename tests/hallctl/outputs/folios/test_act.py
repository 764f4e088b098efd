"""The act of a game carries what AJ-42..53 ask, as people read it, and is typeset."""

from datetime import UTC, datetime, timedelta

import pytest

from drivers.printer.pdf import render
from hallctl.games.bingo.documents.act import game_act
from hallctl.games.bingo.rules.tables import EVENTS
from hallctl.outputs.folios.values import NO_HASH, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.readings.witnesses import DISAGREEMENT
from hallctl.rules import commands as cmd
from hallctl.rules import events as ev
from hallctl.rules.commands import Claim
from hallctl.rules.witnesses import Reading, Witness
from tests.hallctl.bingo import narrate
from tests.hallctl.rules.night import APPOINTMENTS, DAY, Night

START = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)


def printed(night):
    first = max(i for i, e in enumerate(night.events) if isinstance(e, ev.GameAnnounced))
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
    night.do(cmd.ReportDoubt(night.order(), (6, 9), "no orientation mark", ""), cmd.SettleBall(9))
    night.do(cmd.ReportFault("extractor", "EXT-JAM", "una bola atascada"))
    night.do(cmd.StartController("b2", "test", "died"))
    night.do(cmd.ProposeVoid("corte de luz."), cmd.ApproveVoid())
    night.do(cmd.CollectCards(60), cmd.SignGame())
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
    night.do(cmd.ResumeDraw(), cmd.ProposeVoid("fin"), cmd.ApproveVoid())
    night.do(cmd.CollectCards(60), cmd.SignGame())
    (claim,) = printed(night)["claims"]
    assert claim["after"] == "1.ª (7)"
    assert claim["verdict"].startswith("No válido: números no cantados")


def test_every_event_of_a_night_has_its_sentence():
    night = Night().open_session().finished().settled()
    night.start().do(cmd.ReportDoubt(night.order(), (), "no pictures", ""), cmd.SettleBall(9))
    night.do(cmd.ReportFault("d", "C", "x"), cmd.ReportRecovery("d", "C"), cmd.AcknowledgeFault("d", "C"))
    night.do(cmd.StopController(), cmd.StartController("b2", "t", "order"), cmd.ContinuePlay())
    night.do(cmd.CallBall(9))
    night.claim(Claim.LINE, 3)
    night.do(cmd.ResumeDraw(), cmd.ProposeVoid("x"), cmd.ApproveVoid(), cmd.CollectCards(60), cmd.SignGame())
    night.do(cmd.CountBalls(tuple(range(1, 91)), ()), cmd.CloseSession())
    night.do(
        cmd.OpenSession(APPOINTMENTS, DAY), cmd.DeclareMinimum(5), cmd.CountPlayers(9), cmd.AnnounceLastGame()
    )
    night.do(cmd.RetireBallSet("J-02", "rota"))
    cards = ev.SoldRange("A-1042", 1, 2)
    night.events += [
        ev.BallEntered(3, 42),
        ev.BallDrawn(3, 42, "", "person", (Reading(Witness.CALLER, 42), Reading(Witness.CAMERA, 42))),
        ev.BallDoubted(4, (6, 9), DISAGREEMENT, "", (Reading(Witness.CALLER, 6), Reading(Witness.CAMERA, 9))),
        ev.RemainderBooked(Claim.LINE, "", 50, ""),
        ev.ProgressiveSeeded("Pozo", 9),
        ev.DualPostNoted("Luis"),
        ev.CardsDelivered(cards, "Luis"),
        ev.CardsReturned(cards, "Luis"),
        ev.SecondSeriesAnnounced(2, "B-7", 30),
        ev.IncidentMinuted(1, "pelea.", "Ana", 0),
        ev.IncidentApproved(1, "Marta", 4, 1),
        ev.ClosingProposed("Ana"),
        ev.RepairProposed("Ana", "disco averiado"),
        ev.ShorterAccepted("sala.example/libro/tomo-0001", 900, "", 0, "disco perdido", "Marta", "Ana"),
        ev.NoticeRaised("testigo", "WITNESS-LOST", "no responde"),
        ev.NoticeEnded("testigo", "WITNESS-LOST"),
        ev.DeviceSettled("cámara", "V4L2 640×480; exposición 80 fija"),
        ev.BookClosed(1, 900, "aa", "bb", 7, 1, 2, 1, 0, 30_000, 21_000, 500, 40, 1),
        ev.SignatoryEnrolled("Ana", ("jefe",), "MIIB"),
        ev.EntrySigned(12, "aa", "Ana", "bb", "ecdsa-p256-sha256", "MEUC"),
        ev.MediumCompleted(420),
        ev.MediumLost("MIN-SECOND", "ya no está", 7),
        ev.MediumRestored(),
        ev.MediumRepaired(1, "segundo soporte", 900, "disco averiado", "Marta"),
        ev.FolioReprinted(3, 1),
        ev.FolioSealed(1, "acta", 3, 1, 0, 90, "ab" * 32, "cd" * 32, "tomo-0001-folio-0003-acta.pdf"),
        ev.ClockJumped("2026-11-21 21:00:00-0400", "2026-11-21 23:00:00-0400"),
        ev.ClockReferenceProposed("Ana", "se puso en hora"),
        ev.ClockReferenceSet("Marta", "Ana", "se puso en hora", "2045-01-01T00:00:00.000Z"),
        ev.SessionDayProposed("Ana", "2026-11-20", "es la noche del viernes"),
        ev.SessionDayAgreed("Marta", "Ana", "2026-11-20", "es la noche del viernes"),
        ev.PrintingSuspensionProposed("Ana", "no hay papel"),
        ev.PrintingSuspended("Marta", "Ana", "no hay papel"),
        ev.PrintingResumed(),
        ev.PendingPrintOrdered("Marta", "tomo-0001-folio-0003-acta.pdf"),
        ev.PendingPrintConfirmed("Marta", "tomo-0001-folio-0003-acta.pdf"),
        ev.ComplaintFiled(1, 2, "Juan", "LP-1", "no oí.", late=True, taken_by="Ana"),
        ev.SaleRectified(2, 61, 60, "se leyó mal."),
        ev.WaitBegan(2, 900_000, again=False, at=0),
        ev.WaitEnded(2),
        ev.ProposalWithdrawn("VoidProposed", "Ana"),
        ev.ComplaintResolved(1, "desestimada."),
        ev.WrongCallNoted(7, 8, (5,), ()),
        ev.WrongCallSettled("nadie marcó.", "Marta"),
        ev.ManualProposed("avería.", "Ana"),
        ev.MeansChanged("avería", "Marta"),
        ev.NoBingoProposed("Ana"),
        ev.BingoCarried(2, 9, "Marta"),
        ev.CashCounted("Rosa", 100, 90),
        ev.RefundsPaid(2, 1000),
        ev.ShiftOpened(1, "Rosa", 5000, (), None),
        ev.ShiftClosed(1, "Rosa", 5000, 900, 300, 0, 5600, 5500, ()),
        ev.RulesAdopted("aj-bolivia 2", "", "RA 08-00127-26", "2026-01-01", "2028-12-31"),
    ]
    said = {type(event): narrate(event, "Bs") for event in night.events}
    assert set(said) == set(EVENTS.values())
    assert all(sentence and "{" not in sentence for sentence in said.values())
