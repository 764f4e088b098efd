"""A game that is nothing like bingo is played by the house as it is: keeper, book, console and feed."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from hallctl.app.games import GAMES
from hallctl.app.replay import empty_state, replay
from hallctl.app.setting import load
from hallctl.config.game_files import GameFiles
from hallctl.config.problems import ConfigError
from hallctl.games.game import Game
from hallctl.i18n.words import amount
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify
from hallctl.minutes.volumes import volume_name
from hallctl.outputs.house_steps import opening
from hallctl.outputs.offer import step
from hallctl.outputs.screens.scene import Screens
from hallctl.rules.codec import CodecError, encode
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.commands.running import ReportFault, ReportNotice, StartController
from hallctl.rules.events.base import Event
from hallctl.rules.events.running import FaultLatched
from hallctl.rules.events.volumes import BookOpened, Carried
from hallctl.rules.folding.changes import changed
from hallctl.rules.game_rules import NO_GAME, Consequence, GameRules, Objection
from hallctl.rules.ledger import HOUSE, TILL
from hallctl.rules.refusals import Refusal
from hallctl.rules.ruleset import RuleSet
from hallctl.rules.state import State
from hallctl.rules.step import IN_ORDER, Step
from hallctl.rules.totals import Takings
from hallctl.table.keeper import event_of
from tests.hallctl.games.bingo.rules.night import OPENING, RULES
from tests.hallctl.web.console.hall import CONFIG, Hall, Serving
from tests.hallctl.web.feed.feeding import Feeding


@dataclass(frozen=True, slots=True)
class Toss(Command):
    """Toss a coin for a stake."""

    stake: int


@dataclass(frozen=True, slots=True)
class Tossed(Event):
    """A coin was tossed for a stake."""

    stake: int


@dataclass(frozen=True)
class Coins(State):
    """The hall, and the stakes of its tosses."""

    stakes: tuple[int, ...] = ()


def fall(state: State, tossed: Tossed) -> State:
    return changed(state, stakes=(*stakes(state), tossed.stake))


def stakes(state: State) -> tuple[int, ...]:
    assert isinstance(state, Coins)
    return state.stakes


def narrated(event: Event, currency: str) -> str:
    assert isinstance(event, Tossed)
    return f"Se lanza la moneda por {amount(event.stake, currency)}."


COIN = Game(
    GameRules(
        "cara o cruz",
        steps={
            Toss: Step("Lanzar la moneda", (Post.JEFE,), lambda _, toss, __: (Tossed(toss.stake),), IN_ORDER)
        },
        folds={Tossed: fall},
        postings={Tossed: lambda tossed, _: ((TILL, tossed.stake), (HOUSE, -tossed.stake))},
        state=Coins,
        takings=lambda event, _: Takings(collected=event.stake) if isinstance(event, Tossed) else None,
    ),
    files=GameFiles(RuleSet, highest=lambda _: 1, prizes=lambda _: 0),
    candidates=lambda state, premises, _: iter((opening(state, premises), step(Toss(1)))),
    narration=narrated,
    script=lambda state: "Cara o cruz." if state.book is not None else "",
    screens=Screens(lambda scene: {"view": "coins", "version": 1, "stakes": stakes(scene.state)}),
)
"""The whole game, as it is handed to the house."""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, game=COIN, operation="manual") as hall:
        yield hall


def toss(serving: Serving, hall: Hall, stake: int, request: str) -> httpx.Response:
    asked = {"request": request, "post": "jefe", "command": "Toss", "body": {"stake": stake}}
    said = asked | hall.pressed("Toss")
    return serving.plain.post("/api/commands", json=said, headers=serving.bearer("Ana Quispe"))


def watched(url: str, text: str) -> Any:
    """Return what the feed shows once it shows a text; a loaded machine may end a stream before."""
    for _ in range(200):
        with httpx.stream("GET", url, timeout=30) as stream:
            line = next((line for line in stream.iter_lines() if text in line), "")
        if line:
            return json.loads(line[line.index("{") :])
        time.sleep(0.1)
    raise AssertionError(f"the feed never showed {text}")


def test_a_toy_game_is_played_through_console_keeper_book_and_feed(hall: Hall, tmp_path: Path) -> None:
    with Serving(hall) as serving, Feeding(hall) as feeding:
        assert toss(serving, hall, 5, "t-0").json()["refusal"]["code"] == "BOOK-NONE"
        serving.play("Diligencia de apertura")
        first, again = toss(serving, hall, 5, "t-1"), toss(serving, hall, 5, "t-1")
        assert first.json()["done"] == again.json()["done"]
        serving.play("Lanzar la moneda", stake=7)
        visitor = serving.bearer("Ana Quispe")
        desk = serving.plain.get("/", headers=visitor).text
        assert "Lanzar la moneda" in desk
        assert "scanner.js" not in desk
        assert serving.plain.get("/ayuda", headers=visitor).status_code == 200
        assert serving.plain.get("/lector", headers=visitor).status_code == 404, "its coins have no bar codes"
        assert "StepToss" in serving.client.get("/api/openapi.json").json()["components"]["schemas"]
        assert serving.desk()["script"] == "Cara o cruz."
        seen = watched(f"{feeding.url}/views/auto", '"stakes":[5,7]')
    state = hall.newest().state
    assert seen["view"] == {"view": "coins", "version": 1, "stakes": [5, 7]}
    assert (stakes(state), state.totals.collected) == ((5, 7), 12)
    assert (state.ledger[TILL], sum(state.ledger.values())) == (12, 0)

    book = tmp_path / volume_name(1)
    assert verify(book).ok
    events = [event_of(COIN.rules, entry) for entry in read_entries(book)]
    assert isinstance(events[0], BookOpened)
    assert events[0].game == state.book.game == COIN.name
    assert stakes(COIN.rules.fold(Coins(hall.rules), events)) == (5, 7)
    told = [COIN.narrate(event, "Bs") for event in events]
    assert told[0].startswith("Diligencia de apertura: ")
    assert told[-2:] == ["Se lanza la moneda por Bs 0,05.", "Se lanza la moneda por Bs 0,07."]
    with pytest.raises(ConfigError, match=r"\[hall\] game: el libro es de «cara o cruz»"):
        replay(load(CONFIG), SimpleNamespace(entries=lambda: read_entries(book)))  # type: ignore[arg-type]


def test_an_empty_hall_remembers_what_its_game_does() -> None:
    setting = load(CONFIG)
    assert type(empty_state(setting)) is GAMES[setting.config.hall.game].rules.state
    assert empty_state(setting, COIN.rules) == Coins(setting.rules)


def test_the_configuration_names_every_game_of_the_house_and_no_other() -> None:
    names = ", ".join(GAMES)
    with pytest.raises(ConfigError, match=rf"\[hall\] game: debe ser uno de {names}, no 'cara o cruz'"):
        load(CONFIG, ["hall.game=cara o cruz"])


def test_the_house_alone_knows_no_step_of_any_game() -> None:
    assert NO_GAME.commands.keys() == COIN.rules.commands.keys() - {"Toss"}
    assert NO_GAME.events.keys() == COIN.rules.events.keys() - {"Tossed"}


def test_what_the_house_does_has_consequences_in_the_game_and_the_game_may_object() -> None:
    follows: dict[type[Event], Consequence] = {FaultLatched: lambda *_: (Tossed(0),)}
    objects: dict[type[Command], Objection] = {
        ReportNotice: lambda *_: Refusal("COIN-ROLLS", "AJ-00", "La moneda rueda.")
    }
    rules = replace(COIN.rules, consequences=follows, objections=objects)
    state = rules.fold(Coins(RULES), decided(rules, Coins(RULES), OPENING, Post.DIRECTOR))
    fault = decided(rules, state, ReportFault("moneda", "COIN-LOST", "rodó"), Post.CONTROLLER)
    assert fault == (FaultLatched("moneda", "COIN-LOST", "rodó"), Tossed(0))
    assert stakes(rules.fold(state, fault)) == (0,)
    refused = decided(rules, state, ReportNotice("moneda", "COIN-EDGE", "de canto"), Post.CONTROLLER)
    assert isinstance(refused, Refusal)
    assert refused.code == "COIN-ROLLS"


@dataclass(frozen=True, slots=True)
class Throw:
    """A coin that is in the air."""

    number: int


@dataclass(frozen=True)
class Thrown(Coins):
    """The hall of a game whose rounds are throws: a coin tossed for nothing is still in the air."""

    @property
    def playing(self) -> Throw | None:
        return Throw(len(self.stakes)) if self.stakes and not self.stakes[-1] else None


@pytest.mark.parametrize(("stake", "waits"), [(0, True), (3, False)])
def test_after_a_restart_in_a_round_of_any_game_play_waits_for_a_person(stake: int, waits: bool) -> None:
    rules = replace(COIN.rules, state=Thrown, place=lambda state: (state.playing,))
    state = rules.fold(Thrown(RULES), decided(rules, Thrown(RULES), OPENING, Post.DIRECTOR))
    before, state = state, rules.fold(state, (Tossed(stake),))
    assert (rules.shown(before, Toss) != rules.shown(state, Toss)) is waits, (
        "a press is for the round it was for"
    )
    state = rules.fold(state, decided(rules, state, StartController("b2", "test", "died"), Post.CONTROLLER))
    assert state.suspended is waits
    tossed = decided(rules, state, Toss(1), Post.JEFE)
    assert (isinstance(tossed, Refusal) and tossed.code == "CONTINUE") is waits


@dataclass(frozen=True, slots=True)
class Stakes(Carried):
    """What a volume of the toy game hands on."""

    stakes: tuple[int, ...] = ()


def test_what_a_volume_hands_on_of_a_game_is_read_by_that_game_alone() -> None:
    rules = replace(COIN.rules, carried=Stakes, carry=lambda state: Stakes(stakes=state.stakes))
    (opened,) = decided(rules, Coins(RULES, stakes=(5, 7)), OPENING, Post.DIRECTOR)
    body = encode(opened)
    assert body["carried"]["stakes"] == [5, 7]
    assert rules.event("BookOpened", body) == opened
    with pytest.raises(CodecError, match=r"carried\.stakes: campo desconocido"):
        NO_GAME.event("BookOpened", body)


def test_what_a_game_has_signed_is_signed_beside_what_the_house_has() -> None:
    rules = replace(COIN.rules, signed={Tossed: None})
    assert rules.all_signed.keys() - NO_GAME.all_signed.keys() == {Tossed}
    assert rules.signed_within.keys() - NO_GAME.signed_within.keys() == {"Tossed"}


def decided(rules: GameRules, state: State, command: Command, post: Post) -> Any:
    return rules.decide(state, Issued(command, Actor("Ana", post), ""), 0)
