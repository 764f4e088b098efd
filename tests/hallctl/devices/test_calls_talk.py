"""What a hall makes of messages that are late, of another time, or of another game: without a line."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from hallctl.devices import remote_caller
from hallctl.devices.remote_caller import CallBook, Halls, Talk
from hallctl.games.bingo.calling_narration import narrate_calling
from hallctl.games.bingo.desk.candidates import candidates
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.rules.commands.calling import HearCaller, LoseCaller, StandHall
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, SellCards
from hallctl.games.bingo.rules.events.calling import HallStood
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.note import verifier_of
from hallctl.minutes.wire.calls import Letter
from hallctl.rules.calls import MOST_CLAIMS, Calling, CallPhase, Following, GameId, Lost, Place, Stage
from hallctl.table.snapshot import Snapshot
from tests.hallctl.devices.called_hall import key_of
from tests.hallctl.games.bingo.desk.test_desk import PREMISES
from tests.hallctl.games.bingo.rules.test_calling import accepted, called, following

PATIENCE_S = 10
GAME = GameId("sala-1", 3, 12)


class Side:
    """A hall whose rules take what its side of the line reports; the test is the other hall."""

    def __init__(self, night, entry, *, calls=False, other=""):
        self.night, self.entry, self.reported = night, entry, []
        self.hall, self.other = ("sala-1", "sala-2") if calls else ("sala-2", other or "sala-1")
        key, others = key_of(self.hall), {self.other: verifier_of(f"{self.other}/libro", key_of(self.other))}
        halls = Halls(self.hall, [], lambda: (key, None), (f"{self.hall}/libro", key), others, calls=calls)
        book = CallBook(Path("/nowhere"), BINGO.calls)
        self.talk = Talk(halls, book, BINGO.calls, self.reported.append)
        self.place = None

    def turn(self, now):
        """Let the rules take what is reported; return it, and remember what is said."""
        message = self.talk.turn(Snapshot(1, self.entry, self.night.state), now)
        if message is not None:
            self.place = Letter.read(message, verifier_of(f"{self.hall}/libro", key_of(self.hall))).place
        steps = [*self.reported]
        self.reported.clear()
        for step in steps:
            self.entry += len(self.night.do(step))
        return steps

    def hear(self, content, place, answers, now):
        """Hear the other hall, which answers this side's message of a place; None for none."""
        answered = {} if answers is None else {self.hall: (answers, 0)}
        letter = Letter(self.other, place, answered, content)
        self.talk.hear(self.other, letter.signed(f"{self.other}/libro", key_of(self.other)), now)


def sells(game, volume=3):
    return Calling(GameId("sala-1", volume, game), CallPhase.SELLING)


@pytest.mark.req("AJ-86")
def test_only_an_answer_of_this_run_offers_a_game_and_none_is_offered_again():
    before = Side(accepted(), 40)
    before.turn(0.0)
    side = Side(accepted(), 100)
    side.turn(1.0)
    old, new = (sells(3, 2), Place(2, 5, 1)), (sells(11), Place(3, 400, 9))
    for n in range(20):
        side.hear(*(old, new)[n % 2], (None, before.place)[n // 2 % 2], 1.0 + n / 20)
        assert not side.turn(1.0 + n / 20)
    asked = side.place
    side.hear(sells(12), Place(3, 500, 1), asked, 2.0)
    assert side.turn(2.0) == [HearCaller("sala-1", 3, 12)]
    for n in range(20):
        side.hear(*(old, new)[n % 2], asked, 2.0 + n / 20)
        assert not side.turn(2.0 + n / 20)
    late = Side(accepted(), 100)
    late.turn(1.0)
    late.hear(sells(12), Place(3, 500, 1), late.place, 1.1 + PATIENCE_S)
    assert not late.turn(1.1 + PATIENCE_S)


def announcements(night):
    offered = (each.command for each in candidates(night.state, PREMISES, late=False))
    return [each for each in offered if isinstance(each, AnnounceGame) and each.caller]


@pytest.mark.req("AJ-86", "AJ-111")
@pytest.mark.parametrize("phase", [CallPhase.CALLING, CallPhase.OVER, None])
def test_a_game_that_is_sold_no_more_is_offered_no_more(phase):
    side = Side(accepted(), 40)
    side.turn(0.0)
    side.hear(sells(12), Place(3, 500, 1), side.place, 0.1)
    assert side.turn(0.1) == [HearCaller("sala-1", 3, 12)] and announcements(side.night)
    again = Side(side.night, side.entry)
    assert not again.turn(50.0), "what was heard before a restart counts until the hall is silent"
    now = 51.0 if phase else 50.1 + PATIENCE_S
    if phase:
        again.hear(Calling(GAME, phase), Place(3, 501, 1), again.place, now)
    assert again.turn(now) == [HearCaller("sala-1", 0, 0)]
    assert not again.turn(now + 1) and not announcements(again.night)
    assert again.night.refused(AnnounceGame("A-1042", caller="sala-1")) == "CALLER-UNHEARD"


@pytest.mark.req("AJ-86")
@pytest.mark.parametrize("changes", ["phases", "numbers"])
def test_a_calling_hall_that_changes_its_mind_fills_no_follower_s_book(changes):
    side, steps = Side(accepted(), 40), []
    side.turn(0.0)
    for n in range(1200):  # a minute
        other = Calling(GAME, CallPhase.CALLING) if changes == "phases" else sells(100 + n)
        side.hear(sells(12) if n % 2 else other, Place(3, 500, n), side.place, n / 20)
        steps += side.turn(n / 20)
    assert 2 <= len(steps) <= 60 / PATIENCE_S + 1
    assert {type(each) for each in steps} == {HearCaller}


@pytest.mark.req("AJ-86")
@pytest.mark.invariant("I9", "I20")
def test_a_follower_that_claims_and_takes_it_back_without_end_is_put_out_and_the_caller_s_book_says_so(
    monkeypatch,
):
    monkeypatch.setattr(CallBook, "calls", lambda *_: ())
    side, steps = Side(called(), 40, calls=True), []
    side.turn(0.0)
    for n in range(1200):  # a minute
        stage = Stage.PLAYING if n % 2 else Stage.CLAIM
        stands = Following("sala-2", GameId("sala-1", 1, 1), stage)
        side.hear(stands, Place(1, 40, n), side.place, n / 20)
        steps += side.turn(n / 20)
    assert len(steps) == 2 * MOST_CLAIMS + 1
    stood = side.night.events[-1]
    assert stood == HallStood(1, "sala-2", Stage.OUT, cut=MOST_CLAIMS)
    said = "Sala «sala-2», que sigue este sorteo: queda fuera; paró la partida más de 50 veces."
    assert narrate_calling(stood) == said
    side.night.draw(7)


@pytest.mark.req("AJ-86")
def test_a_game_that_was_followed_to_its_end_is_offered_no_more_and_the_next_one_is():
    side = Side(following(), 40)
    side.turn(0.0)
    side.night.do(LoseCaller(1, Lost.SILENT), ProposeVoid("se perdió la línea"), ApproveVoid())
    side.night.do(PayRefunds(60), CollectCards(60), SignGame())
    offered = [each.command for each in candidates(side.night.state, PREMISES, late=False)]
    assert AnnounceGame in map(type, offered) and not announcements(side.night)
    side.turn(20.0)
    side.hear(sells(13), Place(3, 900, 1), side.place, 20.1)
    assert side.turn(20.1) == [HearCaller("sala-1", 3, 13)] and announcements(side.night)


@pytest.mark.req("AJ-86", "AJ-111")
def test_what_was_said_of_the_former_game_ends_no_other_one():
    side = Side(following(), 40)
    side.turn(0.0)
    side.hear(Calling(GAME, CallPhase.OVER), Place(3, 600, 20), side.place, 1.0)
    assert side.turn(1.0) == [LoseCaller(1, Lost.ENDED)]
    side.night, side.entry = accepted(), 90
    side.night.do(HearCaller("sala-1", 3, 13), AnnounceGame("A-1042", caller="sala-1"))
    assert not side.turn(900.0)
    side.hear(Calling(GAME, CallPhase.OVER), Place(3, 600, 20), side.place, 900.1)  # its caller starts anew
    side.hear(sells(13), Place(3, 700, 1), side.place, 900.2)
    assert not side.turn(900.3)


def slow(side, content, place):
    """Answer every message as on a line that grows slower and slower; return what the hall does, and when."""
    said, now = [], 0.0
    for n in range(200):
        now += 0.5
        steps = side.turn(now)
        if steps:
            return steps, now
        said.append(side.place)
        side.hear(content, replace(place, number=n), said[n // 2], now)
    return [], now


@pytest.mark.req("AJ-86", "I9")
def test_a_line_that_grows_slower_is_silent_on_both_sides():
    night = accepted()
    night.do(HearCaller("sala-1", 3, 12), AnnounceGame("A-1042", caller="sala-1"), SellCards(20))
    steps, now = slow(Side(night, 40), sells(12), Place(3, 500, 0))
    assert steps == [LoseCaller(1, Lost.SILENT)] and now < 2 * PATIENCE_S + 2
    stands = Following("sala-2", GameId("sala-1", 1, 1), Stage.PLAYING)
    steps, now = slow(Side(called(), 0, calls=True), stands, Place(1, 40, 0))
    assert steps == [StandHall(1, "sala-2", Stage.OUT)] and now < 2 * PATIENCE_S + 2


def test_a_hall_that_is_not_configured_any_more_is_lost_after_the_silence():
    side = Side(following(), 40, other="sala-3")
    assert not side.turn(0.0)
    assert side.turn(PATIENCE_S + 0.1) == [LoseCaller(1, Lost.SILENT)]


def test_a_book_that_could_be_read_in_part_gives_no_call_twice(monkeypatch):
    entries = [SimpleNamespace(kind="GameAnnounced", body={}, number=1, hash="")]
    for ball in (5, 6, 7):
        for kind in ("BallDrawn", "BallCalled"):
            number = len(entries) + 1
            entries.append(SimpleNamespace(kind=kind, body={"ball": ball}, number=number, hash="ab" * 32))
    broken = []

    def read(_, first, last):
        for entry in entries[first - 1 : last]:
            if entry.number in broken:
                raise MinutesError("MIN-IO", "")
            yield entry

    monkeypatch.setattr(remote_caller, "read_entries", read)
    book = CallBook(Path(), BINGO.calls)
    book.calls(1, 3)
    broken.append(7)
    with pytest.raises(MinutesError):
        book.calls(1, 7)
    broken.clear()
    assert [call.ball for call in book.calls(1, 7)] == [5, 6, 7]
