"""Two halls with real books, one caller: a game over a real message server, a claim, a cut line, refunds."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.devices.remote_caller import CallBook, Halls, Talk
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.rules.commands.calling import HearCaller, LoseCaller
from hallctl.games.bingo.rules.commands.sale import AnnounceGame
from hallctl.minutes.note import verifier_of
from hallctl.minutes.reader import read_entries
from hallctl.minutes.volumes import volume_name
from hallctl.minutes.wire.calls import Letter
from hallctl.minutes.wire.messages import WireError
from hallctl.rules.calls import Call, Calling, CallPhase, Following, GameId, Lost, Place, Stage
from hallctl.rules.ledger import TILL
from hallctl.rules.refusals import Refusal
from hallctl.table.snapshot import Snapshot
from tests.hallctl.devices.called_hall import PATIENCE_S, CalledHall, key_of
from tests.hallctl.games.bingo.rules.night import MATRIX
from tests.hallctl.games.bingo.rules.test_calling import accepted
from tests.hallctl.office.keys import ENTERING, OTHER, accounts
from tests.hallctl.office.servers import Nats


@pytest.fixture
def halls(tmp_path):
    server = Nats(tmp_path / "nats", more=accounts())
    made = [
        CalledHall(tmp_path / "sala-1", server.url, "sala-1", ["sala-2"], ENTERING),
        CalledHall(tmp_path / "sala-2", server.url, "sala-2", ["sala-1"], OTHER),
    ]
    try:
        yield server, *made
    finally:
        for each in made:
            each.stop()
        server.stop()


def until(told, seconds=15.0):
    end = time.monotonic() + seconds
    while not told():
        assert time.monotonic() < end
        time.sleep(0.01)


def joined(one, two):
    """Announce and sell the same game in both halls, and begin it."""
    one.open()
    two.open()
    two.accept("sala-1")
    one.sell()
    until(lambda: two.state.session.caller_heard is not None)
    two.sell(caller="sala-1")
    two.begin()
    until(lambda: one.game.halls.get("sala-2") is Stage.PLAYING)
    one.begin()


def both(one, two, balls):
    """Draw and call balls in the calling hall, and call each in the other one."""
    for ball in balls:
        assert not isinstance(one.draw(ball), Refusal)
        until(lambda ball=ball: two.game.uncalled == ball)
        two.call()


@pytest.mark.req("AJ-86", "I1", "I2", "I4", "I7", "I9", "I21")
def test_a_claim_stops_the_calling_hall_and_a_cut_line_puts_the_other_one_out_with_refunds(halls):
    server, one, two = halls
    joined(one, two)
    first, second, third = MATRIX.card(1).rows
    both(one, two, first)
    assert two.game.drawn == one.game.drawn == first

    sung = time.monotonic()
    two.claim()
    until(lambda: one.game.claiming)
    assert time.monotonic() - sung < 1
    refused = one.draw(90)
    assert isinstance(refused, Refusal) and refused.code == "HALL-CLAIM"
    two.settle(1)
    until(lambda: not one.game.claiming)
    both(one, two, second)

    one.restart()
    one.go_on()
    both(one, two, third[:2])
    server.kill()
    until(lambda: two.game.caller.lost is not None, PATIENCE_S + 10)
    until(lambda: one.game.halls["sala-2"] is Stage.OUT, PATIENCE_S + 10)
    assert two.game.caller.lost is Lost.SILENT
    assert not isinstance(one.draw(third[2]), Refusal)  # the calling hall plays on
    two.void()
    assert two.state.ledger[TILL] == two.game.face_value  # all are refunded but the card that won a line
    assert sum(two.state.ledger.values()) == 0
    assert two.kinds().count("CallerLost") == two.kinds().count("GameVoided") == 1

    called = {
        e.number: e for e in read_entries(one.folder / "libro" / volume_name(1)) if e.kind == "BallCalled"
    }
    taken = [e.body for e in read_entries(two.folder / "libro" / volume_name(1)) if e.kind == "BallDrawn"]
    assert [called[each["entry"]].hash for each in taken] == [each["hash"] for each in taken]
    assert [called[each["entry"]].body["ball"] for each in taken] == [each["ball"] for each in taken]
    assert {each["caller_picture"] for each in taken} == {"f" * 64}


KEY = key_of("sala-1")
GAME = GameId("sala-1", 1, 1)


def talk(reported=None):
    others = {"sala-1": verifier_of("sala-1/libro", KEY)}
    halls = Halls("sala-2", [], lambda: (KEY, None), ("sala-2/libro", key_of("sala-2")), others, calls=False)
    return Talk(
        halls,
        CallBook(Path("/nowhere"), BINGO.calls),
        BINGO.calls,
        [].append if reported is None else reported.append,
    )


CALL = Call(7, 5, "ab" * 32, "f" * 64)


def calls(*calls):
    return said("sala-1", content=Calling(GAME, CallPhase.CALLING, calls))


def said(hall, game=GAME, key=KEY, content=None):
    content = content or Calling(game, CallPhase.CALLING)
    return Letter(hall, Place(1, 1, 1), {}, content).signed("sala-1/libro", key)


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\xff",
        b"x" * 70_000,
        said("sala-1", key=key_of("sala-3")),
        said("sala-3"),
        said("sala-1", GameId("sala-3", 1, 1)),
        said("sala-1", content=Following("sala-1", GAME, Stage.CLAIM)),
        calls(replace(CALL, hash="")),
        calls(replace(CALL, hash="AB" * 32)),
        calls(replace(CALL, picture="f")),
        calls(replace(CALL, entry=0)),
        calls(CALL, replace(CALL, ball=3)),
        calls(CALL, replace(CALL, ball=3, entry=4)),
    ],
    ids=[
        "empty",
        "no text",
        "long",
        "another's key",
        "another hall",
        "another's game",
        "as a follower",
        "no hash",
        "no such hash",
        "no such picture",
        "no entry",
        "an entry twice",
        "an entry before",
    ],
)
def test_what_the_other_hall_s_controller_has_not_signed_of_itself_is_not_heard(message):
    with pytest.raises(WireError):
        talk().hear("sala-1", message, 0.0)


def test_a_message_is_read_as_it_was_written():
    for content in (
        Calling(GAME, CallPhase.CALLING, (CALL, Call(3, 6, "cd" * 32)), {"sala-2": Stage.CLAIM}),
        Following("sala-1", GAME, Stage.CLAIM, (7, 3)),
    ):
        letter = Letter("sala-1", Place(1, 7, 2), {"sala-2": (Place(1, 4, 9), 12)}, content)
        assert Letter.read(letter.signed("sala-1/libro", KEY), verifier_of("sala-1/libro", KEY)) == letter


@pytest.mark.req("AJ-86")
def test_silence_counts_from_the_announcement_and_a_replayed_message_ends_none():
    night = accepted()
    night.do(HearCaller("sala-1", 1, 1))
    reported = []
    side = talk(reported)
    side.turn(Snapshot(0, 40, night.state), 0.0)
    night.do(AnnounceGame("A-1042", caller="sala-1"))
    after, began = Snapshot(1, 41, night.state), 3600.0
    assert side.turn(after, began) is not None
    assert not reported
    side.hear("sala-1", said("sala-1"), began + 9)  # it answers nothing of this run
    side.turn(after, began + 10)
    assert not reported
    side.turn(after, began + 10.1)
    assert [type(step) for step in reported] == [LoseCaller]
