"""What a running hall says at the terminal: a line an event, nothing hidden, nothing that is obeyed."""

import io
import re
from datetime import UTC, datetime
from typing import get_args

import pytest

from hallctl.app.games import GAMES
from hallctl.app.practice.data import PRACTICE
from hallctl.app.service.commentary import Commentary, Terminal
from hallctl.app.setting import load
from hallctl.cli.terminal import code_of
from hallctl.games.baccarat.narration import BaccaratEvent
from hallctl.games.baccarat.rules.cards import DECK
from hallctl.games.baccarat.rules.commands.people import ProposeCorrection, StopTable
from hallctl.games.baccarat.rules.events.round import TableStopped
from hallctl.games.baccarat.rules.kinds import Dispute
from hallctl.games.baccarat.words import card_words
from hallctl.rules.commands.base import Actor, Issued, Post
from hallctl.rules.commands.running import StartController
from hallctl.rules.events.base import Event
from hallctl.table.messages import Done
from tests.hallctl.games.baccarat.table import SIX, TableDay

NOW = datetime(2026, 11, 30, 21, 3, 7, tzinfo=UTC)
ISSUED = Issued(StartController("b", "hallctl", "first"), Actor("", Post.CONTROLLER), "")


class Screen(io.StringIO):
    """A stream that a person reads."""

    def isatty(self) -> bool:
        return True


def said(events: tuple[Event, ...], name: str = "practice-baccarat.toml", *overrides: str) -> str:
    setting, stream = load(PRACTICE.with_name(name), overrides), Screen()
    game = GAMES[setting.config.hall.game]
    commentary = Commentary(setting, game, Terminal(stream, code_of), lambda: NOW)
    commentary.start()
    commentary.introduce("https://192.0.2.7:8000", "http://127.0.0.1:8001", "Sin sesión abierta.")
    commentary.decided(ISSUED, Done((1, 1), events), 0.0)
    commentary.stop()
    return stream.getvalue()


@pytest.mark.req("BA-22")
def test_no_card_is_said_before_it_is_turned() -> None:
    day = TableDay.opened()
    opened = len(day.events)
    day.dealing(*SIX[:4])
    day.do(StopTable("vista"), Post.JEFE)
    day.do(ProposeCorrection(" ".join(SIX[:4]), "se vio"), Post.JEFE)
    hidden = said(tuple(day.events[opened:]))
    assert "La mesa se detiene" in hidden
    assert not any(card_words(card.code) in hidden for card in DECK)
    turned = TableDay.opened()
    turned.played(*SIX)
    lines = said(tuple(turned.events[opened:])).splitlines()
    cards = [line for line in lines if any(card_words(card.code) in line for card in DECK)]
    assert len(cards) == 4 and all("Se vuelven las cartas" in line for line in cards)


def test_every_event_of_a_card_or_a_result_is_hidden_or_known_to_tell_what_everybody_sees() -> None:
    shown = {"CardsTurned", "CardExposed", "CardsBurnt", "CardsReturned", "ResultEstablished"}
    blank = {"CardsShuffled", "CardsCut", "CutCardPlaced", "CutCardSeen"}
    kinds = {each.__name__ for union in get_args(BaccaratEvent) for each in (*get_args(union), union)}
    told = {name for name in kinds if re.search("Card|Result|Correct|Untold", name)}
    assert told == {each.__name__ for each in GAMES["baccarat"].unshown} | shown | blank


def test_it_says_what_it_is_where_its_console_is_and_draws_a_code_that_others_can_scan() -> None:
    alone = said((), "practice.toml")
    assert alone.startswith("Bingo Illimani · bingo, reglas aj-bolivia 1 · hallctl ")
    assert "SIMULACRO" in alone and "Sin sesión abierta." in alone
    assert "solo desde esta máquina" in alone and "█" not in alone
    others = said((), "practice.toml", "console.host=192.0.2.7")
    assert "█" in others and "https://192.0.2.7:8000\n" in others


def test_what_a_person_typed_moves_no_cursor() -> None:
    text = said((TableStopped(1, Dispute.SEEN, "\x1b[2J\nvista"),))
    assert "\x1b" not in text and "[U+001B]" in text
    assert text.splitlines()[-1].startswith("21:03:07  La mesa se detiene")
