"""The programme of a session: the Director says what follows, the jefe announces it by one press."""

import pytest

from hallctl.games.bingo.desk.candidates import candidates
from hallctl.games.bingo.desk.results import result
from hallctl.games.bingo.narration import narrate_bingo
from hallctl.games.bingo.rules.commands.programme import DropProgrammedGame, ProgrammeGame
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, SellCards
from hallctl.games.bingo.rules.deciding.programme import MOST
from hallctl.games.bingo.rules.events.programme import GameProgrammed, Programmed, ProgrammedGameDropped
from hallctl.games.bingo.screens.between import between
from hallctl.games.bingo.screens.programme import programme
from hallctl.outputs.screens.wall import Wall
from tests.hallctl.games.bingo.desk.test_desk import PREMISES
from tests.hallctl.games.bingo.rules.listed import MATRIX
from tests.hallctl.games.bingo.rules.night import Night
from tests.hallctl.games.bingo.rules.test_specials import RULES, opened, voided

NORMAL, EARLY = Programmed("A-1042"), Programmed("A-1042", "early")


def programmed() -> Night:
    night = opened()
    night.do(ProgrammeGame("A-1042", "early"), ProgrammeGame("A-1042"), ProgrammeGame("A-1042", "early"))
    return night


def announcements(night: Night) -> list[str]:
    offered = candidates(night.state, PREMISES, late=False)
    return [str(each.label) for each in offered if isinstance(each.command, AnnounceGame)]


@pytest.mark.req("PT-17", "AJ-06")
def test_the_next_game_of_the_programme_is_the_first_step_and_its_announcement_takes_it_out() -> None:
    night = programmed()
    assert night.state.session.programme == (EARLY, NORMAL, EARLY)
    assert announcements(night)[0] == "Anunciar «Especial X», serie A 1042 y precio"
    night.do(AnnounceGame("A-1042", special="early"), SellCards(10))
    assert night.state.session.programme == (NORMAL, EARLY)
    voided(night)
    night.settled()
    assert announcements(night)[0] == "Anunciar serie A 1042 y precio"


def test_another_game_may_be_announced_and_the_programme_stays() -> None:
    night = programmed()
    night.do(AnnounceGame("A-1042"))
    assert night.state.session.programme == (EARLY, NORMAL, EARLY)


@pytest.mark.req("PT-17")
def test_the_director_takes_out_what_is_not_announced_also_during_a_game() -> None:
    night = programmed()
    night.do(AnnounceGame("A-1042", special="early"))
    assert night.do(DropProgrammedGame(2)) == (ProgrammedGameDropped(2, EARLY),)
    assert night.state.session.programme == (NORMAL,)


def test_what_cannot_be_programmed_is_refused() -> None:
    assert Night(RULES, MATRIX).refused(ProgrammeGame("A-1042")) == "BOOK-NONE"
    night = opened()
    assert night.refused(ProgrammeGame("B-7")) == "SERIES-UNKNOWN"
    assert night.refused(ProgrammeGame("A-1042", "late")) == "SPECIAL-UNKNOWN"
    assert night.refused(DropProgrammedGame(1)) == "PROGRAMME-NONE"
    night.do(*[ProgrammeGame("A-1042")] * MOST)
    assert night.refused(ProgrammeGame("A-1042")) == "PROGRAMME-FULL"
    assert night.refused(DropProgrammedGame(0)) == "PROGRAMME-NONE"
    assert night.refused(DropProgrammedGame(MOST + 1)) == "PROGRAMME-NONE"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("es", ("Partida 2: Especial X · Bs 5,00", "Partida 3: partida normal · Bs 5,00")),
        ("pt", ("Partida 2: Especial X · Bs 5,00", "Partida 3: partida normal · Bs 5,00")),
        ("en", ("Game 2: X special · Bs 5.00", "Game 3: ordinary game · Bs 5.00")),
    ],
)
def test_the_wall_between_games_shows_what_follows(language: str, said: tuple[str, str]) -> None:
    night = opened()
    night.do(AnnounceGame("A-1042"), SellCards(10))
    voided(night)
    night.settled()
    night.do(ProgrammeGame("A-1042", "early"), ProgrammeGame("A-1042"), ProgrammeGame("A-1042", "early"))
    view = between(night.state, Wall("Tejo", simulated=False, language=language))
    assert view.programme[:2] == said and len(view.programme) == 3


def test_desk_and_book_say_what_was_programmed() -> None:
    night = programmed()
    labels = [str(each.label) for each in candidates(night.state, PREMISES, late=False)]
    assert "Quitar del programa: 2. serie A 1042" in labels
    assert "Programar: Especial X, serie A 1042" in labels
    events = night.do(ProgrammeGame("A-1042", "early"))
    found = result(night.state, events)
    assert found is not None and str(found.headline) == "Programada: Especial X, serie A 1042"
    assert narrate_bingo(GameProgrammed(EARLY)) == "Al programa: especial «early», serie A 1042."
    assert narrate_bingo(ProgrammedGameDropped(2, NORMAL)) == "Fuera del programa: la 2.ª, serie A 1042."


@pytest.mark.req("PT-17", "PT-18")
def test_players_read_what_follows_with_price_and_prizes_and_a_page_changes_with_the_programme() -> None:
    night = programmed()
    first, second, third = programme(night.state, "es")
    assert (first.title, second.title) == ("Partida 1: Especial X", "Partida 2: partida normal")
    assert first.lines[0] == "Serie A 1042, Bs 5,00 cada cartón."
    names = [prize.es for prize in RULES.for_special("early").sung]
    assert [line.partition(":")[0] for line in third.lines[1:]] == names
    night.do(DropProgrammedGame(1))
    assert [each.title.partition(": ")[2] for each in programme(night.state, "en")] == [
        "ordinary game",
        "X special",
    ]
    night.do(DropProgrammedGame(1), DropProgrammedGame(1))
    assert programme(night.state, "pt")[0].lines == ("Ainda não se anuncia nenhuma partida.",)
