"""A medium is written anew from the other by two people's decision, and the book says so."""

import shutil
from datetime import UTC, datetime, timedelta

import pytest

from hallctl.app.vault import open_shelf
from hallctl.cli.book.reading import minuted
from hallctl.minutes.entry import Draft, Stamp, compose
from hallctl.minutes.restore import set_aside
from hallctl.minutes.volumes import Shelf
from hallctl.rules.events.volumes import EntrySigned, MediumCompleted, MediumRepaired, RepairProposed
from tests.hallctl.cli.book.hall import DIRECTOR, JEFE, Hall, book, ran

STAMP = Stamp("2026-11-21T01:04:37.120Z", -240, "unknown", "boot")
NOTE = Draft("MediumCompleted", {"size": 7}, "controller:hallctl")


def repaired(hall):
    """What the book says of its repairs."""
    return [each.event for each in minuted(hall.book) if isinstance(each.event, MediumRepaired)]


def whole(hall):
    result = hall.verify()
    assert result.returncode == 0, result.stdout
    return True


def files(hall):
    return {path: path.read_bytes() for path in (hall.volume(), hall.medium()) if path.exists()}


def lose_second(hall):
    hall.medium().unlink()


def cut_second(hall):
    hall.medium().write_bytes(b"".join(hall.medium().read_bytes().splitlines(keepends=True)[:1]))


def garble_second(hall):
    hall.medium().write_bytes(hall.medium().read_bytes().replace(b"Illimani", b"Illimanu"))


def lose_first(hall):
    hall.volume().unlink()


def roll_first_back(hall):
    older = hall.folder / "older.sqlite"
    shutil.copy(hall.volume(), older)
    hall.do()
    shutil.copy(older, hall.volume())


def destroy_first(hall):
    hall.volume().write_bytes(b"\0" * 5000)


def tear_second_and_lose_first(hall):
    hall.volume().unlink()
    with hall.medium().open("ab") as file:
        file.write(b'{"actor":"controller:hallc')


@pytest.mark.invariant("I11")
@pytest.mark.req("AJ-39")
@pytest.mark.parametrize(
    ("damage", "side", "medium"),
    [
        (lose_second, "--second", "segundo soporte"),
        (cut_second, "--second", "segundo soporte"),
        (garble_second, "--second", "segundo soporte"),
        (lose_first, "--first", "libro"),
        (roll_first_back, "--first", "libro"),
        (destroy_first, "--first", "libro"),
        (tear_second_and_lose_first, "--first", "libro"),
    ],
)
def test_a_medium_is_written_anew_from_the_other_and_it_is_minuted(hall, damage, side, medium):
    damage(hall)
    before = files(hall)
    assert hall.verify().returncode != 0
    result = hall.repair(side)
    assert result.returncode == 0, result.stderr
    assert whole(hall)
    (event,) = repaired(hall)
    assert (event.medium, event.volume, event.person, event.jefe) == (medium, 1, DIRECTOR, JEFE)
    assert event.reason == "se averió el disco"
    place = hall.volume() if side == "--first" else hall.medium()
    assert event.aside == f"{place.name}.apartado-1"
    assert place.with_name(event.aside).read_bytes() == before.get(place, b"")
    assert not list(hall.folder.rglob("*.nuevo"))


@pytest.mark.invariant("I16")
def test_both_people_sign_the_repair(hall):
    hall.medium().unlink()
    hall.repair("--second")
    events = [each.event for each in minuted(hall.book)]
    at = next(place for place, event in enumerate(events) if isinstance(event, RepairProposed))
    proposed, first, decided, second = events[at : at + 4]
    assert (proposed.person, first.person) == (JEFE, JEFE)  # type: ignore[attr-defined]
    assert (decided.person, second.person) == (DIRECTOR, DIRECTOR)  # type: ignore[attr-defined]
    assert isinstance(second, EntrySigned)


def test_the_checkpoints_that_are_right_are_kept_when_the_volume_is_written_anew(hall):
    roll_first_back(hall)
    hall.repair("--first")
    assert '"checkpoints": 5' in hall.verify("--json").stdout


def fork(hall):
    """Let each medium hold an entry that the other has not, both sealed."""
    with Shelf.open(hall.book, hall.second) as shelf:
        last = shelf.last()
        shelf.append([NOTE], STAMP)
    content = b"".join(hall.medium().read_bytes().splitlines(keepends=True)[:-1])
    other = compose(Draft(NOTE.kind, {"size": 8}, NOTE.actor), STAMP, last.number + 1, last.hash)
    hall.medium().write_bytes(content + other.line)


@pytest.mark.parametrize(("side", "size"), [("--second", 7), ("--first", 8)])
def test_of_a_fork_a_person_says_which_medium_is_right(hall, side, size):
    fork(hall)
    asked = hall.repair(side)
    assert asked.returncode == 1
    assert "tiene 1 asientos que el otro soporte no tiene" in asked.stdout
    assert hall.verify().returncode == 1
    assert hall.repair(side, "--yes").returncode == 0
    assert whole(hall)
    sizes = [each.event.size for each in minuted(hall.book) if isinstance(each.event, MediumCompleted)]
    assert sizes == [size]


def test_the_wrong_direction_is_asked_about_before_entries_are_set_aside(hall):
    roll_first_back(hall)
    before = files(hall)
    result = hall.repair("--second")
    assert result.returncode == 1
    assert "tomo-0001.jsonl tiene 2 asientos que el otro soporte no tiene" in result.stdout
    assert files(hall) == before


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ((), "Diga una sola cosa"),
        (("--first", "--second"), "Diga una sola cosa"),
        (("--second", "--director", JEFE), "no ocupa el puesto «director»"),
        (("--second", "--jefe", "Nadie"), "no ocupa el puesto «jefe»"),
        (("--second", "--reason", " "), "REPAIR-REASON"),
        (("--second", "--director-passphrase-file", "wrong"), "KEY-PASSPHRASE"),
    ],
)
def test_what_is_asked_wrongly_changes_nothing(hall, options, sentence):
    cut_second(hall)
    (hall.folder / "wrong").write_text("otra contraseña")
    before = files(hall)
    result = hall.repair(*(hall.folder / each if each == "wrong" else each for each in options))
    assert result.returncode in {1, 2}
    assert sentence in result.stderr
    assert files(hall) == before


def test_whole_media_are_left_alone(hall):
    before = files(hall)
    result = hall.repair("--second")
    assert result.returncode == 1
    assert "no hay nada que reparar" in result.stderr
    assert files(hall) == before


@pytest.mark.parametrize("side", ["--first", "--second"])
def test_a_source_that_is_not_whole_repairs_nothing(hall, side):
    source, damaged = (hall.medium(), hall.volume()) if side == "--first" else (hall.volume(), hall.medium())
    source.write_bytes(source.read_bytes().replace(b"Illimani", b"Illimanu"))
    damaged.unlink()
    before = files(hall)
    result = hall.repair(side)
    assert result.returncode in {1, 2}
    assert files(hall) == before


def test_nothing_is_repaired_while_the_hall_runs(hall):
    with open_shelf(hall.setting, hall.keys):
        result = hall.repair("--second")
    assert result.returncode == 2
    assert result.stderr.startswith("MIN-LOCKED")


def test_a_volume_of_before_is_repaired_too_and_the_open_one_says_so(tmp_path):
    hall = Hall.made(tmp_path).three()
    hall.medium(1).unlink()
    hall.volume(2).unlink()  # with its checkpoints: one of its end is signed anew
    assert hall.repair("--second", "--volume", 1).returncode == 1  # repaired; a volume is still missing
    assert hall.repair("--first", "--volume", 2).returncode == 0
    assert hall.repair("--second", "--volume", 1).returncode == 0  # minuted now
    assert whole(hall)
    assert [(event.volume, event.medium) for event in repaired(hall)] == [
        (2, "libro"),
        (1, "segundo soporte"),
    ]


def test_the_media_of_a_closed_book_are_repaired_and_it_is_minuted_in_the_next_volume(hall):
    hall.close()
    lose_second(hall)
    result = hall.repair("--second")
    assert result.returncode == 1
    assert "quedó reparado y sin anotar" in result.stderr
    assert whole(hall)
    hall.open(2)
    assert hall.repair("--second").returncode == 0
    assert [event.volume for event in repaired(hall)] == [1]
    assert hall.repair("--second").returncode == 1  # once


def test_a_repair_that_a_power_cut_kept_from_being_minuted_is_minuted_by_the_same_command(hall):
    content = hall.medium().read_bytes()
    set_aside(hall.medium())
    hall.medium().write_bytes(content)
    assert hall.repair("--second").returncode == 0
    (event,) = repaired(hall)
    assert event.aside == "tomo-0001.jsonl.apartado-1"


def test_every_repair_sets_aside_under_a_new_name(hall):
    for _ in range(2):
        cut_second(hall)
        assert hall.repair("--second").returncode == 0
    assert [event.aside[-1] for event in repaired(hall)] == ["1", "2"]
    assert whole(hall)


def test_a_hall_without_keys_asks_for_no_passphrase(tmp_path):
    hall = Hall.made(tmp_path, keys=False).open()
    hall.medium().unlink()
    two = ("--director", DIRECTOR, "--jefe", JEFE, "--reason", "disco nuevo")
    result = ran("repair", "--config", hall.config, "--second", *two)
    assert result.returncode == 0, result.stderr
    assert whole(hall)


def test_the_passphrases_are_asked_for(hall):
    hall.medium().unlink()
    two = ("--director", DIRECTOR, "--jefe", JEFE, "--reason", "disco nuevo")
    typed = (hall.folder / "passphrase").read_text() + "\n"
    result = book("repair", "--config", hall.config, "--second", *two, typed=typed * 2)
    assert result.returncode == 0, result.stderr
    assert typed.strip() not in result.stdout
    assert whole(hall)


def test_the_second_medium_of_another_hall_or_volume_is_no_source(hall, tmp_path):
    (tmp_path / "other").mkdir()
    stranger = Hall.made(tmp_path / "other").open()
    hall.volume().unlink()
    shutil.copy(stranger.medium(), hall.medium())
    result = hall.repair("--first")
    assert result.returncode == 1
    assert "es de otro tomo o de otra sala" in result.stderr
    assert not hall.volume().exists()


def test_what_is_no_entry_is_no_source(hall):
    hall.medium().write_bytes(b"{}\n")
    hall.volume().unlink()
    result = hall.repair("--first")
    assert result.returncode == 2
    assert result.stderr.startswith("MIN-FORM")
    assert not hall.volume().exists()


@pytest.mark.invariant("I25", "I21")
def test_where_the_book_is_ahead_of_the_clock_two_people_settle_it_without_the_console(hall):
    ahead = Stamp.at(datetime.now(UTC) + timedelta(days=30), "unknown", "boot")
    with open_shelf(hall.setting, hall.keys) as shelf:
        shelf.append([NOTE], ahead)
    refused = hall.repair("--accept-folio", "1")
    assert "CLOCK-BEHIND" in refused.stderr
    settled = hall.clock()
    assert settled.returncode == 0, settled.stderr
    assert "CLOCK-FINE" in hall.clock().stderr
    hall.close()
    assert whole(hall)
