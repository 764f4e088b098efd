"""In a variant with letters a ball is called and written "B-7" wherever it is named (PT-65)."""

import re
from pathlib import Path
from typing import Any

import pytest

from displays.theme import BANDS, written
from displays.views import Band, BoardView, read
from hallctl.games.bingo.announcer import BINGO_SPEECH, Announcer, number_key, spoken
from hallctl.games.bingo.desk.results import result
from hallctl.games.bingo.documents.act import game_act
from hallctl.games.bingo.reports.ball_pages import balls_paper
from hallctl.games.bingo.reports.balls import ball_statistics
from hallctl.games.bingo.rules.commands.draw import CallBall
from hallctl.games.bingo.screens.board import board
from hallctl.games.bingo.screens.common import bands
from hallctl.games.bingo.variants.library import VARIANTS, variant
from hallctl.outputs.folios.values import NO_HASH, Letterhead, Place
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.extraction import ReportBall
from tests.hallctl.bingo import offers
from tests.hallctl.games.bingo.desk.test_desk import PREMISES
from tests.hallctl.games.bingo.reports.record import noted
from tests.hallctl.games.bingo.rules.night import Night
from tests.hallctl.games.bingo.rules.test_variants import night_of

STATIC = Path(__file__).parents[4] / "hallctl/web"
BINGO = {"B": 7, "I": 16, "N": 45, "G": 50, "O": 75}


def drawing(key: str = "pt-bingo-75") -> Night:
    night, _ = night_of(key)
    return night


@pytest.mark.req("PT-65")
def test_each_ball_is_called_with_the_letter_of_its_column_and_a_number_that_is_none_as_it_is() -> None:
    played = variant("pt-bingo-75")
    assert [played.call(ball) for ball in BINGO.values()] == ["B-7", "I-16", "N-45", "G-50", "O-75"]
    assert (played.call(0), played.call(76)) == ("0", "76")
    plain = [variant(key) for key in VARIANTS if "75" not in key]
    assert all(each.call(ball) == str(ball) for each in plain for ball in range(1, each.universe + 1))


@pytest.mark.req("PT-65")
def test_the_wall_has_the_letters_and_names_balls_as_the_variant_calls_them() -> None:
    night = drawing()
    for ball in BINGO.values():
        night.draw(ball)
    view = board(night.state, Wall("Sala", True))
    assert [view.named(ball) for ball in view.called] == [f"{letter}-{n}" for letter, n in BINGO.items()]
    assert [view.letter(ball) for ball in view.called] == [*BINGO]
    assert view.bands[1] == Band(16, 30, "I", "I-", "")
    assert read(view.to_json()) == view


@pytest.mark.req("PT-58")
def test_the_wall_has_the_colours_of_80_balls_and_nothing_beside_the_numbers_of_90() -> None:
    assert [each.colour for each in bands(variant("pt-bingo-80"))] == ["red", "yellow", "blue", "white"]
    view = board(Night().open_session().start().state, Wall("Sala", True))
    assert view.bands == () and not {"bands", "card_numbers"} & set(view.to_json())


@pytest.mark.parametrize(
    "wrong",
    [
        (Band(1, 74, "", "", ""),),
        (Band(1, 40, "", "", ""), Band(40, 75, "", "", "")),
        (Band(1, 75, "", "", "mauve"),),
    ],
)
def test_bands_that_are_not_those_of_the_balls_are_no_view(wrong: tuple[Band, ...]) -> None:
    view = board(drawing().state, Wall("Sala", True))
    told = view.to_json() | {"bands": [_json(band) for band in wrong]}
    with pytest.raises(ValueError, match="band"):
        BoardView.from_json(told)


def _json(band: Band) -> dict[str, Any]:
    return {name: getattr(band, name) for name in ("first", "last", "letter", "call", "colour")}


@pytest.mark.req("PT-65")
def test_the_desk_offers_and_confirms_the_call_with_the_letter() -> None:
    night = drawing()
    night.do(ReportBall(night.order(), 7, "f" * 64))
    offered = [str(each.label) for each in offers(night.state, PREMISES, night.now)]
    assert "Cantar el B-7" in offered
    said = result(night.state, night.do(CallBall(7)))
    assert said is not None and str(said.headline) == "Cantado el B-7"


@pytest.mark.req("PT-65")
@pytest.mark.parametrize("language", ["es", "pt", "en"])
def test_the_voice_says_the_letter_and_then_the_number(language: str) -> None:
    played, night = variant("pt-bingo-75"), drawing()
    announcer = Announcer(night.state)
    night.do(ReportBall(night.order(), 7, "f" * 64))
    (key,) = announcer.take(night.state)
    assert key == number_key(7, played) == "B-07" and BINGO_SPEECH.chimed(key)
    texts = spoken(language, played)
    assert (texts["B-07"], texts["O-75"]) == ("B. 7. 7.", "O. 75. 7, 5.")
    assert {key for key in texts if BINGO_SPEECH.chimed(key)} == {
        number_key(ball, played) for ball in range(1, 76)
    }


@pytest.mark.req("PT-65")
def test_the_act_and_the_report_on_balls_name_them_with_the_letter() -> None:
    night = drawing()
    for ball in BINGO.values():
        night.draw(ball)
    entries = noted(night.events)
    act = game_act(night.state, entries, Letterhead("1028374021", "La Paz"), Place(1, NO_HASH)).data
    assert [draw["ball"] for draw in act["draws"]] == ["B-7", "I-16", "N-45", "G-50", "O-75"]
    played = variant("pt-bingo-75")
    blocks = balls_paper(entries, ball_statistics(entries, 75), played)["blocks"]
    table = next(block for block in blocks if block.get("title") == "Las que más se apartan")
    assert {row[0] for row in table["rows"]} <= {played.call(ball) for ball in range(1, 76)}


@pytest.mark.req("PT-58")
def test_pages_have_the_colours_of_the_walls() -> None:
    for sheet in ("feed/static/pantalla.css", "console/static/desk.css"):
        text = (STATIC / sheet).read_text()
        for name, colour in BANDS.items():
            assert re.search(rf'="{name}"\] {{ --\w+: {written(colour)}; }}', text), (sheet, name)
