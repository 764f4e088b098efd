"""The questions of an installation: what is asked, what an answer may be, and what follows from it."""

import pytest

from hallctl.app.installing.answers import Person, answers_of
from hallctl.app.installing.checks import minor_units
from hallctl.app.installing.facts import RULE_SETS, mandatory
from hallctl.app.installing.interview import (
    answered,
    faults,
    filled,
    from_file,
    next_question,
    picked,
    place_of,
    questions_for,
    with_answer,
)
from hallctl.app.installing.questions import BY_KEY, QUESTIONS, post_key, worded
from hallctl.config.rules import PROFILES
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import Named, Sentence
from tests.hallctl.app.installing.halls import BACCARAT, FOUND, HALLS, MACHINE, MANUAL, ROULETTE


def told(values):
    return {fault.key: str(fault.why) for fault in faults(from_file(values), FOUND)}


@pytest.mark.parametrize("hall", HALLS.values(), ids=HALLS)
def test_the_answers_of_every_game_are_without_fault_and_leave_nothing_to_ask(hall):
    given = filled(from_file(hall), FOUND)
    assert list(faults(given, FOUND)) == []
    assert next_question(given) is None
    assert set(given) == {question.key for question in questions_for(given)}
    answers_of(given)


def test_each_key_is_there_once_and_every_rule_set_of_the_program_can_be_chosen():
    assert len(BY_KEY) == len(QUESTIONS)
    assert [name for sets in RULE_SETS.values() for name in sets] == list(PROFILES)


def test_only_what_concerns_the_hall_is_asked():
    keys = {
        name: {each.key for each in questions_for(filled(from_file(hall), FOUND))}
        for name, hall in HALLS.items()
    }
    assert {"extractor", "camera"} <= keys["machine"]
    assert "cctv" not in keys["machine"]
    assert keys["manual"] & {"extractor", "wheel", "croupier", "maker"} == set()
    assert {"camera", "cctv", "farthest_seat_m"} <= keys["manual"]
    assert "screen_heights" not in keys["manual"], "nobody measured the distance"
    assert "camera" in keys["roulette"]
    assert {"wheel", "maker", "croupier"} <= keys["roulette"]
    assert keys["baccarat"] & {"cards", "letter", "locutor", "wheel", "camera", "cctv"} == set()


def test_a_camera_may_come_later_but_where_it_reads_the_balls():
    assert told({**MACHINE, "camera": ""}) == {"camera": "Hace falta una respuesta."}
    assert told({**MANUAL, "camera": ""}) == {}
    with_one = {key: text for key, text in {**MANUAL, "camera": "2"}.items() if key != "cctv"}
    assert told(with_one) == {}
    assert filled(from_file(MANUAL), FOUND)["camera"] == "", "none is proposed to a drum of the hall's own"


def test_with_the_farthest_seat_the_height_of_each_screen_is_asked():
    measured = {**MANUAL, "screens": "Pared 1, Pared 2", "farthest_seat_m": "12,5"}
    assert told(measured) == {"screen_heights": "Hace falta una respuesta."}
    assert set(told({**measured, "screen_heights": "685"})) == {"screen_heights"}
    assert set(told({**measured, "farthest_seat_m": "lejos", "screen_heights": "685, 685"})) == {
        "farthest_seat_m"
    }
    answers = answers_of(filled(from_file({**measured, "screen_heights": "685, 685"}), FOUND))
    assert (answers.farthest_seat_m, answers.screen_heights) == ("12.5", (685, 685))


@pytest.mark.req("AJ-13")
def test_a_person_with_two_posts_is_one_person_and_every_mandatory_post_is_asked_for():
    people = answers_of(filled(from_file(MANUAL), FOUND)).people
    assert Person("Luis Rojas", ("locutor", "vendedor")) in people
    assert [person.name for person in people].count("Luis Rojas") == 1
    for game, hall in (("bingo", MANUAL), ("roulette", ROULETTE), ("baccarat", BACCARAT)):
        for post in mandatory(game):
            assert told({**hall, post_key(post): ""}) == {post_key(post): "Hace falta una respuesta."}


def test_all_that_is_wrong_is_told_at_once_and_a_key_that_nobody_asked_for_with_the_nearest():
    found = told(
        {**MANUAL, "seats": "muchos", "letter": "a", "jefe": "Ana, Eva", "direktor": "x", "face_value": "0"}
    )
    assert set(found) == {"direktor", "seats", "letter", "jefe", "face_value"}
    assert "«director»" in found["direktor"]


@pytest.mark.parametrize(
    ("key", "text"),
    [
        *[("game", "póker"), ("rules", "marte"), ("name", "a" * 121), ("name", "sala\x07")],
        *[("folios", "5"), ("second", "libro"), ("cards", "7"), ("cards", "muchos"), ("face_value", "1,005")],
        *[("identification", "0"), ("address", "sala"), ("address", "300.1.1.1"), ("console_port", "80")],
        *[("screens", "auto"), ("screens", "a/b"), ("printer", "la láser"), ("witness", "testigo")],
        *[("director", "\x07"), ("notarised_on", "21/11/2026")],
    ],
)
def test_an_answer_that_cannot_be_is_told_with_a_sentence_in_each_language(key, text):
    given = filled(from_file(MANUAL), FOUND)
    why = answered(BY_KEY[key], text, given, FOUND)
    assert isinstance(why, Sentence)
    assert len({Phrasebook(each)(why) for each in ("es", "pt", "en")}) > 1 or not why.words


def test_at_the_terminal_a_number_is_what_the_list_has_there_and_in_a_file_it_is_itself():
    given, machine = filled(from_file(MANUAL), FOUND), filled(from_file(MACHINE), FOUND)
    assert picked(BY_KEY["rules"], "2", given, FOUND) == "aj-bolivia-manual"
    assert picked(BY_KEY["cajero"], "1, Eva Condori", given, FOUND) == "Marta Suárez, Eva Condori"
    assert picked(BY_KEY["camera"], "1", machine, FOUND) == "0"
    assert answered(BY_KEY["camera"], "1", machine, FOUND) == "1"
    assert answered(BY_KEY["language"], "Klingon", given, FOUND) == "Escriba uno de los números de la lista."
    assert answered(BY_KEY["cards"], "600", given, FOUND) == "600"


def test_another_game_asks_again_what_hangs_on_it_and_keeps_the_rest():
    given = filled(from_file(MANUAL), FOUND)
    other = with_answer(given, BY_KEY["game"], "roulette")
    assert next_question(other).key == "rules"
    assert {"name", "director", "jefe", "notary"} <= set(other)
    assert {"cards", "letter", "locutor", "ball_sets"} & set(other) == set()
    assert place_of(BY_KEY["rules"], other)[0] == 3


def test_other_screens_ask_again_how_high_they_are():
    walls = {"screens": "Pared 1, Pared 2", "farthest_seat_m": "18", "screen_heights": "685, 685"}
    given = filled(from_file({**MACHINE, **walls}), FOUND)
    assert with_answer(given, BY_KEY["screens"], given["screens"]) == given
    for other in ("Pared 1", "Pared 1, Pared 2, Pared 3"):
        assert next_question(with_answer(given, BY_KEY["screens"], other)).key == "screen_heights"


def test_what_is_proposed_is_what_the_machine_has():
    given = from_file({**MACHINE, "extractor": "", "camera": ""})
    proposed = {
        key: BY_KEY[key].default(given, FOUND)
        for key in ("extractor", "camera", "second", "address", "screens")
    }
    assert proposed == {
        "extractor": "/dev/ttyACM0",
        "camera": "0",
        "second": "/media/usb/libro",
        "address": "192.168.1.10",
        "screens": "Pared 1, Pared 2",
    }


def test_amounts_are_read_as_people_write_them():
    assert [minor_units(each) for each in ("5", "5,00", "0.50", "1,005", "x", "inf")] == [
        500,
        500,
        50,
        None,
        None,
        None,
    ]


@pytest.mark.parametrize("language", ["pt", "en"])
def test_every_question_and_its_help_are_in_each_language(language):
    say, given = Phrasebook(language), filled(from_file(MANUAL), FOUND)
    same = {"Bingo", "Portugal, 90 bolas", "Portugal, 80 bolas", "Portugal, 75 bolas", "Portugal, 30 bolas"}
    said = [text for each in QUESTIONS for text in (each.text, each.help, each.part, worded(each, given))]
    said += [label for sets in RULE_SETS.values() for label in sets.values()]
    kept = {str(text) for text in said if say(text) == text and not isinstance(text, Named)}
    assert kept <= same | {"Como 2026-11-21."}
