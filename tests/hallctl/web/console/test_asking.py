"""What forms and programs send becomes a command, or a sentence that says what is wrong."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import CountCash, ProposeVoid
from hallctl.games.bingo.rules.commands.opening import CountBalls
from hallctl.games.bingo.rules.commands.sale import SellCards
from hallctl.rules.cash import Pieces, Tender
from hallctl.rules.claim_faults import Mark
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.commands.incidents import FileComplaint
from hallctl.web.console.asking import UnclearError
from tests.hallctl.bingo import STEPS_OF_PEOPLE, read_form, read_step

NOTE = {"tender": "note", "value": 20_000, "count": 0}
COIN = {"tender": "coin", "value": 50, "count": 0}


def form(command: str, body: Any, *answers: tuple[str, str], **changes: str) -> bytes:
    fields = {"request": "r-1", "post": "jefe", "command": command}
    return urlencode([*(fields | {"body": json.dumps(body)} | changes).items(), *answers]).encode()


def test_a_form_gives_the_command_of_its_offer() -> None:
    said = read_form(form("StopForClaim", {"claim": "line"}, person="Luis Rojas"), "Ana Quispe")
    assert said == Issued(StopForClaim(Claim.LINE), Actor("Ana Quispe", Post.JEFE), "r-1")


@pytest.mark.parametrize(
    ("command", "body", "answers", "expected"),
    [
        ("SellCards", {"count": 6}, [("ask", "count"), ("q.count", " 12 ")], SellCards(12)),
        (
            "CountCash",
            {"counted": None, "pieces": [NOTE, COIN]},
            [("ask", "pieces"), ("q.pieces", " 3 "), ("q.pieces", "")],
            CountCash(pieces=(Pieces(Tender.NOTE, 20_000, 3), Pieces(Tender.COIN, 50, 0))),
        ),
        (
            "VerifyCard",
            {"claim": "line", "series": "A-1", "card": 0, "marks": []},
            [
                ("ask", "card"),
                ("q.card", "5"),
                ("ask", "marks"),
                ("q.marks", "hidden"),
                ("q.marks", "damaged"),
            ],
            VerifyCard(Claim.LINE, "A-1", 5, (Mark.HIDDEN, Mark.DAMAGED)),
        ),
        (
            "VerifyCard",
            {"claim": "line", "series": "A-1", "card": 0, "marks": []},
            [("ask", "card"), ("q.card", "5"), ("ask", "marks")],
            VerifyCard(Claim.LINE, "A-1", 5),
        ),
        (
            "ProposeVoid",
            {"reason": "x"},
            [("ask", "reason"), ("q.reason", "Se cayó el bombo")],
            ProposeVoid("Se cayó el bombo"),
        ),
        (
            "CountBalls",
            {"numbers": [1, 2, 3], "unsound": []},
            [("ask", "numbers"), ("q.numbers", "1"), ("q.numbers", "3")],
            CountBalls((1, 3), ()),
        ),
        ("CountBalls", {"numbers": [1], "unsound": []}, [("ask", "numbers")], CountBalls((), ())),
        (
            "FileComplaint",
            {"claimant": "Juan", "document": "LP-1", "text": "x", "signed": False},
            [("ask", "signed"), ("q.signed", "yes")],
            FileComplaint("Juan", "LP-1", "x", signed=True),
        ),
        (
            "FileComplaint",
            {"claimant": "Juan", "document": "LP-1", "text": "x", "signed": True},
            [("ask", "signed")],
            FileComplaint("Juan", "LP-1", "x", signed=False),
        ),
    ],
)
def test_answers_take_the_place_of_the_defaults(
    command: str, body: Any, answers: list[tuple[str, str]], expected: Command
) -> None:
    assert read_form(form(command, body, *answers), "Ana").command == expected


@pytest.mark.parametrize(
    ("typed", "card"),
    [("5", ("A-1", 5)), ("A-1/17", ("A-1", 17)), ("B-22/6", ("B-22", 6)), ("b'22-6", ("B-22", 6))],
)
def test_a_scanner_enters_the_series_with_the_card(typed: str, card: tuple[str, int]) -> None:
    offered = {"claim": "line", "series": "A-1", "card": 0, "marks": []}
    alone = form("VerifyCard", offered, ("ask", "card"), ("q.card", typed))
    assert read_form(alone, "Ana").command == VerifyCard(Claim.LINE, *card)
    asked = (("ask", "series"), ("q.series", "A-1"), ("ask", "card"), ("q.card", typed))
    assert read_form(form("VerifyCard", offered, *asked), "Ana").command == VerifyCard(Claim.LINE, *card)


def test_a_code_is_a_number_nowhere_but_in_the_question_for_a_card() -> None:
    with pytest.raises(UnclearError, match="Escriba el número"):
        read_form(form("SellCards", {"count": 6}, ("ask", "count"), ("q.count", "A-1/17")), "Ana")


@pytest.mark.parametrize("text", ["", "doce", "-1", "1.5", "1_0", "٣", "9" * 10])
def test_a_number_that_is_none_is_asked_for_again(text: str) -> None:
    with pytest.raises(UnclearError, match="Escriba el número"):
        read_form(form("SellCards", {"count": 6}, ("ask", "count"), ("q.count", text)), "Ana")


@pytest.mark.parametrize("given", [[], ["1"], ["", " "], ["1", "2", "3"]])
def test_a_count_with_nothing_in_it_or_of_another_table_is_no_count(given: list[str]) -> None:
    answers = [("ask", "pieces"), *(("q.pieces", text) for text in given)]
    with pytest.raises(UnclearError, match="cuántas piezas"):
        read_form(form("CountCash", {"pieces": [NOTE, COIN]}, *answers), "Rosa")


@pytest.mark.parametrize("pieces", [[NOTE, 5], [{"value": []}], [{}], [[NOTE]]])
def test_a_table_that_the_page_did_not_make_is_refused(pieces: list[Any]) -> None:
    answers = [("ask", "pieces"), *(("q.pieces", "1") for _ in pieces)]
    with pytest.raises(UnclearError):
        read_form(form("CountCash", {"pieces": pieces}, *answers), "Rosa")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"request=1",
        b"\xff=1",
        b"request=1&post=jefe&command=LoadBalls&body=[]",
        b"request=1&post=jefe&command=LoadBalls&body=" + b"[" * 5000,
        b"request=1&post=%ff&command=LoadBalls&body={}",
        b"&".join(b"a=1" for _ in range(300)),
    ],
)
def test_a_form_that_is_none_is_refused_with_a_sentence(raw: bytes) -> None:
    with pytest.raises(UnclearError, match="Recargue la página"):
        read_form(raw, "Ana")


def test_every_misfit_is_named_at_once() -> None:
    with pytest.raises(UnclearError) as caught:
        read_step("", "rey", "x", "Fly", {})
    assert [problem.split(":")[0] for problem in caught.value.problems] == ["request", "post", "command"]
    with pytest.raises(UnclearError) as caught:
        read_step("r", "jefe", "x", "CountBalls", {"numbers": ["1"], "more": 1})
    assert caught.value.problems == (
        "CountBalls.more: campo desconocido",
        "CountBalls.unsound: falta",
        "CountBalls.numbers[0]: se espera int, no str",
    )


@pytest.mark.parametrize(
    "body", [{"reason": "\ud800"}, {"reason": 2**60}, {"reason": 0.5}, {"reason": [[[[None]]]] * 2}]
)
def test_what_cannot_be_minuted_never_reaches_the_table(body: dict[str, Any]) -> None:
    with pytest.raises(UnclearError):
        read_step("r", "jefe", "Ana", "ProposeVoid", body)
    with pytest.raises(UnclearError):
        read_step("r", "jefe", "\udfff", "LoadBalls", {})


def test_what_devices_report_is_no_step_of_the_console() -> None:
    assert {"ReportBall", "ReportDoubt", "ReportFault", "StartController"}.isdisjoint(STEPS_OF_PEOPLE)
    assert {"DrawBall", "CallBall", "OpenBook", "ApproveVoid"} <= STEPS_OF_PEOPLE.keys()
    with pytest.raises(UnclearError, match="ReportBall"):
        read_step("r", "jefe", "Ana", "ReportBall", {"serial": 1, "ball": 2, "picture": ""})
