"""What each screen of the feed shows: the moment, what the hall ordered instead, the pause."""

from hallctl.outputs.screens.scene import PastGame
from hallctl.outputs.screens.wall import Wall
from hallctl.table.snapshot import Snapshot
from tests.hallctl.bingo import screens_of
from tests.hallctl.games.bingo.rules.night import Night

WALL = Wall("Sala de prueba", simulated=True, language="pt")


def shown(night: Night, halted: str = "") -> dict[str, str]:
    snapshot = Snapshot(1, 1, night.state, halted)
    screens = screens_of(WALL, {"salida": {"draw": "cctv"}})
    return {name: screens[name](snapshot)["view"] for name in ("auto", "board", "salida")}


def test_auto_follows_the_game_board_is_always_the_board_and_a_screen_of_the_hall_does_as_ordered() -> None:
    night = Night()
    assert shown(night) == {"auto": "closed", "board": "board", "salida": "closed"}
    night.open_session().sell()
    assert shown(night) == {"auto": "sale", "board": "board", "salida": "sale"}
    night = Night().open_session().start()
    assert shown(night) == {"auto": "board", "board": "board", "salida": "cctv"}


def test_the_exit_has_a_corner_of_the_board_that_follows_the_game_and_not_of_one_that_was_ordered() -> None:
    night = Night().open_session().start()
    screens = screens_of(WALL, {"sala": {"draw": "board"}, "bar": {"sale": "board"}})
    corners = {name: screens[name](Snapshot(1, 1, night.state))["corner"] for name in screens}
    assert corners == {"auto": True, "board": False, "sala": False, "bar": True}


def test_a_hall_that_its_book_has_stopped_says_so_on_every_screen_in_its_language() -> None:
    night = Night()
    assert shown(night, "el libro no responde") == {"auto": "pause", "board": "board", "salida": "pause"}
    views = screens_of(WALL)
    for name in ("auto", "board"):
        view = views[name](Snapshot(1, 1, night.state, "el libro no responde"))
        assert (view["tone"], view["headline"]) == ("stop", "PAUSA TÉCNICA")
        assert view["notice"] == "A partida continuará no ponto em que está"


def test_the_last_games_come_from_who_remembers_them() -> None:
    night = Night().open_session()
    views = screens_of(WALL, past=lambda: (PastGame(7, (5, 90, 13)),))
    (game,) = views["auto"](Snapshot(1, 1, night.state))["recent"]
    assert game["game"] == 7 and list(game["called"]) == [5, 90, 13]
