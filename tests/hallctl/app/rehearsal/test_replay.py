"""A past game is shown again as it was, by virtual time, a real book and real pages; nothing is written."""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from displays import views
from displays.words import LANGUAGES
from hallctl.app.rehearsal.player import PlayedClock, Player
from hallctl.app.rehearsal.serving import PERSON, Served, Wanted, rehearse
from hallctl.app.rehearsal.timeline import Moment, timeline
from hallctl.app.replay import empty_state
from hallctl.app.setting import load
from hallctl.cli.replay import steer
from hallctl.config.hall import Setting
from hallctl.config.problems import ConfigError
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.minutes.reader import read_entries
from tests.hallctl.games.bingo.reports.books import write_book
from tests.hallctl.games.bingo.reports.record import RULES, SMALL, night
from tests.hallctl.web.console.hall import CONFIG
from tests.hallctl.web.console.hands import PATIENCE_S

GAME = 3


@pytest.fixture(scope="module")
def volume(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book")
    return write_book(folder / "tomo-0001.sqlite", night(6, 12, RULES))


@pytest.fixture(scope="module")
def setting() -> Setting:
    return replace(load(CONFIG), rules=RULES, material=(SMALL,))


@pytest.fixture(scope="module")
def moments(volume: Path, setting: Setting) -> tuple[Moment, ...]:
    return timeline([volume], BINGO, empty_state(setting), GAME).moments


def game_of(moment: Moment) -> Game:
    assert isinstance(moment.state, State) and moment.state.game is not None
    return moment.state.game


def test_the_moments_are_the_book_s_entries_of_that_game(volume: Path, moments: tuple[Moment, ...]) -> None:
    games = [game_of(moment) for moment in moments]
    assert {game.number for game in games} == {GAME}
    assert games[0].phase is Phase.SALE and not games[0].drawn
    assert games[-1].phase is Phase.SIGNED
    assert tuple(each.called for each in moments if each.called is not None) == games[-1].called_balls
    numbers = [moment.entry for moment in moments]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    begun = [entry.number for entry in read_entries(volume) if entry.kind == "GameAnnounced"]
    assert (numbers[0], numbers[-1]) == (begun[GAME - 1], begun[GAME] - 1)
    assert [past.game for past in moments[0].past] == [2, 1]


def test_a_game_that_the_book_has_not_is_refused_with_those_it_has(volume: Path, setting: Setting) -> None:
    with pytest.raises(ConfigError, match="no tiene la partida 40; tiene de la 1 a la 6"):
        timeline([volume], BINGO, empty_state(setting), 40)


@pytest.mark.parametrize("speed", [1, 7, 32])
def test_each_moment_comes_at_its_distance_divided_by_the_speed(
    moments: tuple[Moment, ...], speed: int
) -> None:
    now = 1000.0
    player = Player(moments, speed, lambda: now)
    seen: dict[int, float] = {}
    while player.shown is not moments[-1]:
        waited = player.turn()
        for moment in moments:
            if moment.entry <= player.bulletin.newest().entry:
                seen.setdefault(moment.entry, now)
        now += max(waited, 0.001)
    player.turn()
    for moment in moments[1:]:
        due = 1000.0 + moment.at_ms / 1000 / speed
        assert -0.001 <= seen[moment.entry] - due <= 0.01, moment.entry
    assert player.bulletin.newest().state == moments[-1].state


def test_it_is_held_goes_on_and_goes_to_any_ball(
    moments: tuple[Moment, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    now = 1000.0
    player = Player(moments, 32, lambda: now)
    sequences = [player.bulletin.newest().sequence]

    def steered(line: str) -> int:
        """Type a line, look at the desk, and return after how many balls it stands."""
        steer(player, [line])
        sequences.append(player.bulletin.newest().sequence)
        assert player.bulletin.newest().state is player.shown.state
        return len(game_of(player.shown).called_balls)

    assert steered("5") == 5
    steered("")
    now += 3600
    player.turn()
    assert len(game_of(player.shown).called_balls) == 5, "it stands still"
    assert (steered("+"), steered("-"), steered("-"), steered("0"), steered("999")) == (
        *(6, 5, 4, 0),
        len(game_of(moments[-1]).called_balls),
    )
    assert steered("2") == 2
    steered("")
    now += 3600
    player.turn()
    assert player.shown is moments[-1], "it goes on to the end"
    steered("dos")
    assert "el número de una bola" in capsys.readouterr().out
    assert sequences == sorted(sequences)


def test_what_runs_out_does_so_by_the_game_s_own_clock(moments: tuple[Moment, ...]) -> None:
    asked = next(each for each in moments if game_of(each).asked)
    now = 0.0
    player = Player(moments, 10, lambda: now)
    clock = PlayedClock(player, moments[0].wall)
    now = asked.at_ms / 10_000
    player.turn()
    assert clock.now() == pytest.approx(game_of(asked).asked_at, abs=1000)
    assert clock.wall().replace(microsecond=0) == asked.wall.replace(microsecond=0)


@contextmanager
def served(setting: Setting, book: Path, speed: int) -> Iterator[Served]:
    """Serve a rehearsal inside the block."""
    ended, ready = threading.Event(), threading.Event()
    found: list[Served] = []

    def hear(served: Served) -> None:
        found.append(served)
        ready.set()

    thread = threading.Thread(
        target=rehearse, args=(setting, Wanted(book, GAME, speed, 0, 0), ended, hear), daemon=True
    )
    thread.start()
    assert ready.wait(3 * PATIENCE_S)
    try:
        yield found[0]
    finally:
        ended.set()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def prints(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def first_view(feed: str) -> views.View:
    with httpx.stream("GET", f"{feed}/views/board", timeout=60) as stream:
        said = (line for line in stream.iter_lines() if line.startswith("data:") and '"view":{' in line)
        envelope = json.loads(next(said).partition(" ")[2].partition(" ")[2])
    return views.read(envelope["view"])


def test_desk_and_walls_say_that_it_is_a_replay_and_the_book_stays_as_it_is(
    setting: Setting, volume: Path
) -> None:
    before = prints(volume.parent)
    with served(setting, volume.parent, 32) as where, httpx.Client(timeout=60) as client:
        view = first_view(where.feed)
        assert (view.replay, view.simulated, view.game) == (True, True, GAME)
        entered = client.post(
            f"{where.console}/api/session", json={"person": PERSON, "passphrase": where.passphrase}
        )
        assert entered.status_code == 200, entered.text
        client.headers["Authorization"] = f"Bearer {entered.json()['token']}"
        page = client.get(f"{where.console}/").text
        assert "REPETICIÓN ×32" in page
        assert "SIMULACRO" not in page
        assert f"Partida {GAME}" in page
        assert '<form class="step' not in page, "no step is on any page"
        assert client.get(f"{where.console}/api/desk").json()["offers"] == []
        said = {"post": "jefe", "command": "CloseSale", "request": "r-1", "seen": ""}
        refused = client.post(f"{where.console}/api/commands", json={**said, "body": {}, "heard": 0})
        assert refused.json()["refusal"]["code"] == "REPLAY", refused.text
    assert prints(volume.parent) == before, "the book and its folder are as they were"


def test_a_board_of_a_replay_says_so_where_practice_says_simulacro() -> None:
    assert LANGUAGES["es"].mark(True) == ("REPETICIÓN", "PARTIDA YA JUGADA")
    assert LANGUAGES["es"].mark(False)[0] == "SIMULACRO"
