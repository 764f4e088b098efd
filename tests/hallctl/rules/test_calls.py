"""What a side believes of the other, and what a following hall does by it."""

from dataclasses import replace
from typing import Any

import pytest

from hallctl.rules.calls import (
    Call,
    Calling,
    CallPhase,
    Following,
    GameId,
    Lose,
    Lost,
    Newest,
    Place,
    Stage,
    Stand,
    Take,
    conduct,
    follow,
)

GAME, PATIENCE = GameId("sala-1", 1, 1), 10
SINCE = Place(1, 5, 0)
CALLS = (Call(7, 2, "a"), Call(3, 3, "b"))


def stands(stage):
    return Following("sala-2", GAME, stage)


@pytest.mark.req("I9")
def test_an_older_message_that_comes_again_takes_back_no_claim():
    first = (stands(Stage.PLAYING), Place(1, 1, 1), SINCE, 1)
    heard = Newest(SINCE, 0).hear(*first).hear(stands(Stage.CLAIM), Place(1, 2, 2), SINCE, 2)
    assert heard.said == stands(Stage.CLAIM) and heard.at == 2
    assert heard.hear(*first) == heard
    late = (stands(Stage.PLAYING), Place(1, 1, 3), SINCE, 9)
    assert heard.hear(*late) == heard, "nor is the hall there by it"


@pytest.mark.parametrize(
    ("answers", "at"),
    [(Place(1, 4, 7), 8), (None, 8), (None, None), (SINCE, None)],
    ids=["an earlier run", "nothing", "nothing at all", "what was not sent"],
)
def test_what_answers_nothing_of_this_run_is_seen_and_not_believed(answers, at):
    heard = Newest(SINCE, 0)
    after = heard.hear(stands(Stage.PLAYING), Place(1, 9, 9), answers, at)
    assert after == replace(heard, seen=Place(1, 9, 9))
    assert after.hear(stands(Stage.CLAIM), Place(1, 2, 2), SINCE, 3).said == stands(Stage.CLAIM)


def test_what_was_said_before_another_game_is_followed_is_not_believed_of_it():
    heard = Newest(SINCE, 0).hear(stands(Stage.PLAYING), Place(1, 1, 1), SINCE, 1)
    anew = heard.anew(Place(1, 8, 0), 5)
    assert (anew.said, anew.at, anew.seen) == (None, 5, Place(1, 1, 1))
    assert anew.hear(stands(Stage.PLAYING), Place(1, 2, 2), SINCE, 6).said is None


STOOD: dict[str, tuple[Stage | None, Stage, CallPhase, Stage | None]] = {
    "sells": (None, Stage.SELLING, CallPhase.SELLING, Stage.SELLING),
    "sells on": (Stage.SELLING, Stage.SELLING, CallPhase.SELLING, None),
    "joins": (Stage.SELLING, Stage.PLAYING, CallPhase.SELLING, Stage.PLAYING),
    "joins at once": (None, Stage.PLAYING, CallPhase.SELLING, Stage.PLAYING),
    "voids what it sold": (Stage.SELLING, Stage.OUT, CallPhase.SELLING, Stage.OUT),
    "too late": (Stage.SELLING, Stage.PLAYING, CallPhase.CALLING, Stage.OUT),
    "unknown and too late": (None, Stage.PLAYING, CallPhase.CALLING, None),
    "claims": (Stage.PLAYING, Stage.CLAIM, CallPhase.CALLING, Stage.CLAIM),
    "is out for ever": (Stage.OUT, Stage.PLAYING, CallPhase.SELLING, None),
}


@pytest.mark.parametrize("case", STOOD)
def test_a_calling_hall_minutes_who_still_sells_who_joined_and_who_is_out(case):
    before, said, phase, expected = STOOD[case]
    calling = Calling(GAME, phase, (), {} if before is None else {"sala-2": before})
    heard: Newest[Following] = Newest(SINCE, 0)
    heard = heard.hear(stands(said), Place(1, 3, 3), SINCE, 0)
    found = () if expected is None else (Stand("sala-2", expected),)
    assert conduct(calling, {"sala-2": heard}, PATIENCE, PATIENCE) == found


@pytest.mark.parametrize("before", Stage)
@pytest.mark.parametrize("phase", [CallPhase.SELLING, CallPhase.CALLING])
def test_a_hall_of_the_game_that_is_silent_or_no_longer_configured_is_out_before_the_draw_too(before, phase):
    calling = Calling(GAME, phase, (), {"sala-2": before})
    out = () if before in (Stage.DONE, Stage.OUT) else (Stand("sala-2", Stage.OUT),)
    assert conduct(calling, {}, 0, PATIENCE) == out
    silent: Newest[Following] = Newest(SINCE, 0)
    assert conduct(calling, {"sala-2": silent}, PATIENCE + 1, PATIENCE) == out


FOLLOWED: dict[str, tuple[dict[str, Any], dict[str, Any], Take | Lose | None]] = {
    "next ball": ({}, {}, Take(2, CALLS[1])),
    "all taken": ({"taken": (7, 3)}, {}, None),
    "waits": ({"waits": True}, {}, None),
    "claims": ({"stage": Stage.CLAIM}, {"phase": CallPhase.OVER}, None),
    "changed": ({"taken": (8,)}, {}, Lose(Lost.CHANGED)),
    "the last one changed": ({"taken": (7, 4)}, {}, Lose(Lost.CHANGED)),
    "changed at its end": ({"taken": (8,)}, {"phase": CallPhase.OVER}, Lose(Lost.CHANGED)),
    "another game": ({}, {"game": replace(GAME, game=2)}, Lose(Lost.ENDED)),
    "another volume": ({}, {"game": replace(GAME, volume=2)}, Lose(Lost.ENDED)),
    "over": ({"taken": (7, 3)}, {"phase": CallPhase.OVER}, Lose(Lost.ENDED)),
    "over before all was taken": ({}, {"phase": CallPhase.OVER}, Lose(Lost.ENDED)),
    "left out": ({}, {"halls": {"sala-2": Stage.OUT}}, Lose(Lost.LEFT_OUT)),
    "put out while it sells": (
        {"stage": Stage.SELLING, "taken": ()},
        {"phase": CallPhase.SELLING, "calls": (), "halls": {"sala-2": Stage.OUT}},
        Lose(Lost.LEFT_OUT),
    ),
    "not let in": ({"stage": Stage.SELLING, "taken": ()}, {}, Lose(Lost.LEFT_OUT)),
}


@pytest.mark.parametrize("case", FOLLOWED)
def test_a_following_hall_takes_the_next_ball_or_is_out_by_what_it_heard(case):
    mine, said, expected = FOLLOWED[case]
    following = replace(Following("sala-2", GAME, Stage.PLAYING, (7,)), **mine)
    calling = replace(Calling(GAME, CallPhase.CALLING, CALLS, {"sala-2": Stage.PLAYING}), **said)
    heard: Newest[Calling] = Newest(SINCE, 0)
    heard = heard.hear(calling, Place(1, 3, 3), SINCE, 0)
    assert follow(following, heard, PATIENCE, PATIENCE) == expected
    silent = None if following.stage is Stage.CLAIM else Lose(Lost.SILENT)
    assert follow(following, heard, PATIENCE + 1, PATIENCE) == silent
