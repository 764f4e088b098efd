"""A set is calibrated from a folder and a folder is read by it, by the commands, on files, as a program."""

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from drivers.camera.backlog import Backlog
from drivers.camera.camera import Frame
from drivers.reader.picture import ImageError, Unusable
from drivers.reader.reader import Reader
from drivers.reader.sighting import ALONE
from drivers.recogniser.calibration import Calibration, Noticed, Unfit
from drivers.recogniser.patterns import PatternSet
from drivers.recogniser.recognition import Reason, Recognition
from hallctl.__main__ import app
from hallctl.app.calibrating.folder import TOPS, BallFolder, FolderWriter, load_picture, unusable
from hallctl.app.calibrating.recognised import recognised_apart
from hallctl.app.setting import load
from hallctl.cli.commissioning import from_folder
from hallctl.config.problems import ConfigError
from hallctl.config.reader import Calibrations, RecogniserFile
from hallctl.devices import ball_camera
from hallctl.devices.ball_camera import BallCamera, reader_of, recognisers_of
from hallctl.devices.recogniser import calibration_at, sighting_of
from hallctl.i18n.words import doubt
from hallctl.table.messages import Seen
from tests.drivers.drawn_balls import ball, exit_picture
from tests.hallctl.config.test_hall import TEXT

NUMBERS = (3, 7, 12, 25, 34, 45, 57, 75)
WAYS = ((0.3, 1.0), (-0.35, 4.0))
PLACE = (322, 238, 200)


def put(folder, name, picture):
    folder.mkdir(exist_ok=True)
    cv2.imwrite(str(folder / name), picture)


def put_ball(folder, number, pose, frame, way, text=None):
    picture = exit_picture(pose * 10 + frame, (ball(text or str(number), way[0], way[1], frame), *PLACE))
    put(folder, f"{number}-{pose}-{frame}.png", picture)


def put_empties(folder, count=5):
    for seed in range(count):
        put(folder, f"empty-{seed}.png", exit_picture(seed))


def run(*arguments):
    return CliRunner().invoke(app, [*map(str, arguments)])


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A folder that calibrates, what was made of it, and what the command said."""
    folder = tmp_path_factory.mktemp("sala") / "J-01"
    put_empties(folder)
    for number in NUMBERS:
        for pose, way in enumerate(WAYS):
            put_ball(folder, number, pose, 0, way)
    (folder / "truth.json").write_text("{}")
    return folder, folder.with_name("J-01.calibracion"), run("camera", "calibrate", "--from", folder)


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """Three pictures each of two balls of the set, one picture of a strange one, and the empty exit."""
    folder = tmp_path_factory.mktemp("noche") / "bolas"
    put(folder, "empty-0.png", exit_picture(40))
    for number in (12, 57):
        for frame in range(3):
            put_ball(folder, number, 0, frame, (0.2, 2.3))
    for frame in range(3):
        put_ball(folder, 88, 0, frame, (0.2, 2.3))
    return folder


def test_a_folder_calibrates_beside_it_and_balls_that_were_not_shown_end_it_with_1(hall):
    folder, file, ran = hall
    assert ran.exit_code == 1, ran.output
    assert file.stat().st_size < 20e6
    assert "bolas 1, 2, 4, 5, 6, 8" in ran.output
    assert f"{file}: 8 de 75 bolas se reconocen" in ran.output
    assert not list(folder.parent.glob("*.new"))


@pytest.mark.campaign
def test_the_recogniser_learns_in_a_process_of_its_own(hall):
    known = recognised_apart(hall[0], 75, lambda: False)
    assert known.calibration.numbers == NUMBERS
    assert not known.whole


def test_the_process_in_which_it_learns_ends_when_nobody_waits(tmp_path):
    put_empties(tmp_path, 2)
    for pose, way in enumerate(WAYS):
        put_ball(tmp_path, 3, pose, 0, way)
    assert recognised_apart(tmp_path, 75, lambda: True) is None
    assert recognised_apart(tmp_path, 2, lambda: False) is None, "no ball of the set was shown"


def test_pictures_and_votes_are_told_as_lines_of_json_by_the_program(hall, asked):
    command = [sys.executable, "-m", "hallctl", "read", str(asked), "--calibration", str(hall[1]), "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 1, ran.stderr  # the strange ball
    assert [line["kind"] for line in lines] == ["picture", *(["picture"] * 3 + ["vote"]) * 3]
    assert (lines[0]["empty"], lines[0]["number"], lines[0]["reason"]) == (True, None, "empty exit")
    votes = [line for line in lines if line["kind"] == "vote"]
    assert [(line["source"], line["pictures"], line["number"]) for line in votes] == [
        (str(asked / "12-0"), 3, 12),
        (str(asked / "57-0"), 3, 57),
        (str(asked / "88-0"), 3, None),
    ]
    assert votes[2]["reason"] and all(line["ms"] > 0 for line in lines if line["kind"] == "picture")


def test_without_json_a_person_reads_a_table_in_spanish(hall, asked):
    ran = run("read", asked, "--calibration", hall[1])
    assert "la salida está vacía" in ran.stdout
    assert "voto de 3" in ran.stdout


def recognising(*files, sets=("J-01", "J-02")):
    """What a hall knows that recognises the balls of some sets."""
    named = zip(sets, files, strict=False)
    return Calibrations(recognisers=tuple(RecogniserFile(each, file, file.name) for each, file in named))


@pytest.fixture(scope="module")
def whole(hall):
    """A calibration that knows each ball of a set of nine: the hall's as 1 to 8, the last as 9 too."""
    known = Calibration.load(hall[1])
    numbers = (*NUMBERS, NUMBERS[-1])
    patterns = [
        replace(each, number=number)
        for each in known.learnt.patterns.patterns
        for number, was in enumerate(numbers, 1)
        if was == each.number
    ]
    learnt = replace(known.learnt, patterns=PatternSet(known.learnt.patterns.patch, patterns))
    file = hall[1].with_name("nueve.calibracion")
    replace(known, learnt=learnt).save(file)
    return file


def test_a_hall_recognises_the_balls_of_a_set_that_it_knows_whole_and_reads_those_of_another(whole):
    known, picture = recognising(whole), exit_picture(3, (ball("34", 0.2, 2.3), *PLACE))
    sighting = reader_of(known, 9, "J-01").read(picture)
    assert (sighting.alone, sighting.ball, sighting.empty) == (NUMBERS.index(34) + 1, True, False)
    assert reader_of(known, 9).read(exit_picture(4)).empty
    assert isinstance(reader_of(known, 9, "J-02"), Reader)


def test_the_camera_recognises_by_the_set_that_is_mounted(whole, hall, monkeypatch):
    """The same picture is a ball of one set, and none of the other, whose numbers end before it."""
    opened = {}
    monkeypatch.setattr(
        ball_camera, "Camera", lambda *given, **_: opened.update(frames=given[1]) or Backlog()
    )
    inbox: SimpleQueue[Any] = SimpleQueue()
    camera = BallCamera(0, inbox, 9, known=recognising(whole))
    picture = exit_picture(3, (ball("34", 0.2, 2.3), *PLACE))
    for serial, ball_set in enumerate(("J-01", "J-02")):
        camera.watch(serial, ball_set, armed=False)
        opened["frames"](Frame(serial, 0.0, picture))
    seen: list[Any] = [inbox.get_nowait() for _ in range(inbox.qsize())]
    told = {each.serial: max(each.sighting.scores, default=None) for each in seen if isinstance(each, Seen)}
    assert told == {0: NUMBERS.index(34) + 1, 1: None}


@pytest.mark.parametrize(
    ("highest", "sentence"),
    [(10, "no conoce las bolas 10; muéstrelas"), (8, "las bolas 9 no son de este juego, que acaba en 8")],
)
def test_a_hall_uses_no_calibration_of_another_set_of_numbers(whole, highest, sentence):
    """A ball that it does not know could be told as one that it knows."""
    with pytest.raises(ConfigError, match=sentence):
        recognisers_of(recognising(whole), highest)


def test_a_configuration_names_a_file_for_each_set_and_camera_watch_takes_it_only_whole(hall, tmp_path):
    config = tmp_path / "hall.toml"
    config.write_text(TEXT + f'\n[reader.recogniser]\n"J-01" = "{hall[1]}"\n', "utf-8")
    assert [(each.ball_set, each.path) for each in load(config).calibrations.recognisers] == [
        ("J-01", hall[1])
    ]
    for ran in (
        run("camera", "watch", tmp_path, "--png", tmp_path / "reconocida.png", "--config", config),
        run("check", "--config", config),
    ):
        assert (ran.exit_code, "no conoce las bolas 1, 2, 4" in ran.output) == (2, True), ran.output


def test_a_configuration_that_names_no_file_is_refused(tmp_path):
    config = tmp_path / "hall.toml"
    config.write_text(TEXT + '\n[reader.recogniser]\n"J-01" = "nada.calibracion"\n', "utf-8")
    with pytest.raises(
        ConfigError, match=r"\[reader.recogniser\] J-01: .*nada\.calibracion: no se puede leer"
    ):
        load(config)


def test_pictures_are_kept_only_in_an_empty_folder(tmp_path):
    writer = FolderWriter(tmp_path / "vueltas")
    writer.keep_ball(7, 0, exit_picture(1))
    with pytest.raises(ConfigError, match="no está vacía"):
        FolderWriter(tmp_path / "vueltas")
    FolderWriter(None).keep_ball(7, 0, exit_picture(1))
    assert [each.name for each in tmp_path.rglob("*.png")] == ["7-0-0.png"]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (
            lambda folder: [each.unlink() for each in folder.glob("empty-*")],
            "hay 0 imágenes",
        ),
        (lambda folder: (folder / "bola.png").write_bytes(b""), "«bola.png»: los nombres deben ser"),
        (lambda folder: [each.unlink() for each in folder.glob("[0-9]*")], "no hay imágenes de bolas"),
        (
            lambda folder: [each.unlink() for each in folder.glob("12-1-*")],
            "las bolas 12 se muestran",
        ),
        (lambda folder: (folder / "12-0-0.png").write_bytes(b"no"), "12-0-0.png: no es una imagen"),
        (shutil.rmtree, "no existe la carpeta"),
    ],
    ids=["no empties", "a strange name", "no balls", "too few poses", "no picture", "no folder"],
)
def test_a_folder_that_does_not_calibrate_is_refused_and_nothing_is_written(hall, tmp_path, spoil, sentence):
    folder = tmp_path / "J-02"
    shutil.copytree(hall[0], folder)
    spoil(folder)
    ran = run("camera", "calibrate", "--from", folder)
    assert ran.exit_code == 2
    assert sentence in ran.output
    assert not (tmp_path / "J-02.calibracion").exists()


@pytest.mark.campaign
def test_a_camera_that_mirrors_is_refused(tmp_path):
    folder = tmp_path / "espejo"
    put_empties(folder)
    for number in (12, 24, 35):
        for pose, way in enumerate(WAYS[:2]):
            put_ball(folder, number, pose, 0, way)
    for file in folder.iterdir():
        cv2.imwrite(str(file), cv2.flip(load_picture(file), 1))
    ran = run("camera", "calibrate", "--from", folder)
    assert (ran.exit_code, "espejo" in ran.output) == (2, True), ran.output


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not a calibration", b"{}"])
def test_a_file_that_is_no_calibration_is_refused(tmp_path, asked, content):
    file = tmp_path / "otra.calibracion"
    file.write_bytes(content)
    ran = run("read", asked, "--calibration", file)
    assert ran.exit_code == 2
    assert "otra.calibracion" in ran.output
    with pytest.raises(ConfigError):
        calibration_at(file)


def test_calibrate_says_what_it_needs_where_it_is_given_neither_hall_nor_folder():
    ran = run("camera", "calibrate")
    assert (ran.exit_code, "--from" in ran.output) == (2, True)


def test_the_set_is_the_smallest_sold_that_holds_what_is_shown(tmp_path):
    for top in TOPS:
        put(tmp_path / str(top), f"{top}-0-0.png", np.zeros((4, 4, 3), np.uint8))
        assert BallFolder.at(tmp_path / str(top)).missing == tuple(range(1, top))


@pytest.mark.parametrize("reason", [each for each in Reason if each])
def test_each_reason_of_the_recogniser_is_one_of_the_hall_and_has_a_sentence(reason):
    sighting = sighting_of(Recognition(None, reason))
    assert str(sighting.reason) == str(reason)
    assert doubt(str(reason)) != str(reason)
    assert sighting.empty is (reason is Reason.EMPTY)
    assert not sighting.scores


def test_a_recognised_ball_is_sure_enough_by_itself():
    assert sighting_of(Recognition(42, Reason.NONE)).scores[42] >= ALONE


def test_why_a_folder_does_not_calibrate_is_said_in_spanish_for_every_reason() -> None:
    assert set(from_folder._UNFIT) == set(Unfit)
    assert set(from_folder._NOTICED) == set(Noticed)


@pytest.mark.parametrize("why", Unusable)
def test_why_a_picture_is_not_looked_at_is_said_in_spanish(why, tmp_path) -> None:
    said = str(unusable(tmp_path / "9-0-0.png", ImageError(why, "7×7")))
    assert "9-0-0.png: " in said
    assert str(why) not in said
