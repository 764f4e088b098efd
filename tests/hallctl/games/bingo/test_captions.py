"""What the hall's voice says stands on the wall as text: nobody has to hear it."""

import re
from collections import Counter

import pytest

from displays.views import BoardView, CheckView, PauseView, View
from hallctl.games.bingo.announcer import PHRASES, Announcer
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import FinishGame, ResumeDraw, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.draw import CallBall
from hallctl.games.bingo.screens.auto import auto
from hallctl.games.bingo.screens.make import make
from hallctl.i18n.screen_texts import LANGUAGES
from hallctl.outputs.screens.wall import Wall
from hallctl.outputs.speech import TEST
from tests.hallctl.games.bingo.rules.night import Night

CAPTIONS = {
    "venta": ("sale",),
    "cerrada": ("announced",),
    "comienzo": ("draw", "playing_line"),
    "linea": ("sung", "checking"),
    "bingo": ("sung", "checking"),
    "correcta": ("verdict", "good"),
    "incorrecta": ("verdict", "bad"),
    "premio-linea": ("shouts 0",),
    "premio-bingo": ("shouts 1",),
    "alguna-linea": ("any_line", "sing_now"),
    "algun-bingo": ("any_bingo", "sing_now"),
    "sigue": ("draw",),
    "final": ("finished", "finished_notice"),
    "anulada": ("void", "void_lines 0"),
}
"""The wall's own sentences that say what each phrase of the voice says."""


class Captioned(Night):
    """A night in which, whenever the voice says something, the wall is read."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language, self.announcer = language, Announcer(self.state)
        self.said = Counter[str]()
        self.owed = ""

    def do(self, *commands):
        happened = ()
        for command in commands:
            happened += super().do(command)  # type: ignore[assignment]
            view = self.wall()
            for key in self.announcer.take(self.state):
                self.said[key] += 1
                if key.isdigit():
                    self.owed = key
                else:
                    self.read(key, view)
            if isinstance(command, CallBall):
                assert f"{view.called[-1]:02}" == self.owed, "the ball stands there once it is called (AJ-86)"
        return happened

    def wall(self) -> View:
        return make(auto(self.state), self.state, Wall("Sala", False, self.language, now=self.now))

    def read(self, key: str, view: View) -> None:
        shown = " · ".join([view.headline, view.notice, *more(view)])
        for name in CAPTIONS[key]:
            part, _, place = name.partition(" ")
            text = getattr(LANGUAGES[self.language], part)
            pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(text[int(place)] if place else text))
            assert re.search(pattern, shown), (key, name, shown)


def more(view: View) -> tuple[str, ...]:
    """Return what a view says beside its head."""
    match view:
        case PauseView():
            return view.said
        case CheckView():
            return view.shout, view.said
        case _:
            return ()


def test_every_phrase_has_its_caption_in_every_language() -> None:
    assert set(PHRASES) == set(LANGUAGES)
    for phrases in PHRASES.values():
        assert set(CAPTIONS) == set(phrases) - {TEST}


@pytest.mark.req("AJ-86", "AJ-92")
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_said_in_a_game_stands_on_the_wall(language: str) -> None:
    night = Captioned(language)
    night.open_session().start()
    loser = night.state.game.sold[0].first + 9
    night.draw(7)
    assert isinstance(night.wall(), BoardView)
    night.do(StopForClaim(Claim.LINE), VerifyCard(Claim.LINE, "A-1042", loser), ResumeDraw())
    winner = night.state.game.sold[0].first
    night.call_card(winner, rows=1)
    night.claim(Claim.LINE, winner)
    night.ask()
    night.do(ResumeDraw())
    night.call_card(winner)
    night.claim(Claim.BINGO, winner)
    night.ask()
    night.do(FinishGame())
    night.settled().start()
    night.do(ProposeVoid("avería"), ApproveVoid())
    assert set(CAPTIONS) <= set(night.said)
