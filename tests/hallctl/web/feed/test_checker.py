"""No ball on any envelope before its call is durable (I1, AJ-86), over simulated games."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from displays.client import FeedReader
from hallctl.games.bingo.rules.state import State
from hallctl.minutes.volumes import volume_name
from hallctl.outputs.screens.wall import Wall
from hallctl.table.snapshot import Snapshot
from hallctl.web.feed.app import Feed
from hallctl.web.feed.health import Health
from hallctl.web.feed.pictures import Pictures
from hallctl.web.feed.ports import Screens
from hallctl.web.server import ConsoleServer
from tests.hallctl.bingo import screens_of
from tests.hallctl.web.console.hall import Hall, Serving
from tests.hallctl.web.feed.checker import Record, RecordingSealer, broken
from tests.hallctl.web.feed.feeding import KEY
from tests.hallctl.web.feed.test_feed import until

LENGTH = 18
"""How many balls a game has here: those of a card, and three more."""


class Balls:
    """The balls of the game that is played now."""

    def __init__(self) -> None:
        self.waiting: list[int] = []

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if not self.waiting:
            raise StopIteration
        return self.waiting.pop(0)


@contextmanager
def watched(hall: Hall, book: Path, screens: Screens | None = None) -> Iterator[list[Record]]:
    """Watch the board with a real screen's reader while every envelope is recorded."""
    sealer = RecordingSealer(KEY, "boot-1", 1, book=book)
    feed = Feed(hall, screens or screens_of(Wall(hall.hall, hall.simulated)), sealer, Health(), Pictures())
    server = ConsoleServer(feed.app(), 0, section="feed")
    server.start()
    reader = FeedReader(f"http://127.0.0.1:{server.port}", "board", KEY.public_key())
    reader.start()
    until(lambda: sealer.records)
    try:
        yield sealer.records
    finally:
        reader.stop()
        server.stop()


def play_game(
    serving: Serving,
    hall: Hall,
    balls: Balls,
    chance: random.Random,
    shown: Callable[[tuple[int, ...]], None],
) -> list[int]:
    """Play a game to its bingo and return its balls; each is told as soon as it is called."""
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=10)
    serving.play("Cerrar venta", "Comienzo de la partida")
    game = serving.desk()["game"]
    card = game["sold"][0]["first"]
    numbers = sorted(hall._setting.material[0].card(card).numbers)
    others = chance.sample([n for n in range(1, 91) if n not in numbers], 3)
    order = chance.sample(numbers + others, len(numbers) + len(others))
    balls.waiting = list(order)
    for count, ball in enumerate(order, 1):
        serving.play("Extraer bola")
        hall.wait_for_ball()
        serving.play(f"Cantar el {ball}")
        shown(tuple(order[:count]))
    serving.play("Parar: ¡bingo!")
    serving.play("Comprobar bingo", card=card)
    serving.play("¿Algún bingo más?", "Dar por finalizada")
    serving.play(f"Pagar línea, cartón {card}", f"Pagar bingo, cartón {card}", "Retirar cartones")
    serving.play("Firmar la partida")
    return order


@pytest.mark.req("AJ-86")
@pytest.mark.invariant("I1")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("night", range(10))
def test_no_ball_is_on_an_envelope_before_its_call_is_durable(tmp_path: Path, full: bool, night: int) -> None:
    if night and not full:
        pytest.skip("ten nights of twenty games are for --torture")
    chance, balls = random.Random(86 + night), Balls()
    with Hall(tmp_path, balls) as hall, Serving(hall) as serving:
        serving.play("Diligencia de apertura")
        with watched(hall, tmp_path / volume_name(1)) as records:
            for game in range(1, 21 if full else 4):

                def shown(called: tuple[int, ...], game: int = game) -> None:
                    """Wait until an envelope shows it: the newest wins, so only what stays is sure to be.

                    Every third game does not wait for any but its last, and draws as fast as it can.
                    """
                    if game % 3 or len(called) == LENGTH:
                        until(lambda: (game, called) in {(r.game, r.shown) for r in records[-50:]}, 60)

                assert len(play_game(serving, hall, balls, chance, shown)) == LENGTH
            found = broken(list(records))
    assert found == []


def test_the_checker_finds_a_board_that_shows_drawn_balls(tmp_path: Path) -> None:
    def too_soon(snapshot: Snapshot) -> dict[str, Any]:
        view = screens_of(Wall("x", True))["board"](snapshot)
        assert isinstance(snapshot.state, State)
        game = snapshot.state.game
        return view if game is None else view | {"called": list(game.drawn)}

    with Hall(tmp_path, [7]) as hall, Serving(hall) as serving:
        serving.play("Diligencia de apertura")
        with watched(hall, tmp_path / volume_name(1), {"board": too_soon}) as records:
            serving.play_until("Vender cartones")
            serving.play("Vender cartones", count=10)
            serving.play("Cerrar venta", "Comienzo de la partida", "Extraer bola")
            hall.wait_for_ball()
            until(lambda: broken(list(records)))
            (first, *_) = broken(list(records))
    assert (first.shown, first.durable) == ((7,), ())


def test_the_checker_finds_a_wrong_order() -> None:
    good = Record(1, 1, (5, 6), (5, 6, 7))
    assert broken([good, replace(good, shown=(6, 5)), replace(good, durable=(5,))]) == [
        replace(good, shown=(6, 5)),
        replace(good, durable=(5,)),
    ]
