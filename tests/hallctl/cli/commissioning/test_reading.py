"""`hallctl read`: every frame says what it gave, and the exit code says whether all did."""

import json
import socket
from datetime import UTC, datetime

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from drivers.camera.balls import EMPTY, render
from drivers.camera.source import prepare_opencv
from drivers.reader.samples import patterns_of
from hallctl.__main__ import app
from hallctl.app.calibrating.calibration import SetReport
from hallctl.app.calibrating.report import Occasion, Sheet, setting
from tests.drivers.patterned import picture, samples
from tests.drivers.test_camera_source import frames, network_camera, white_png
from tests.hallctl.config.test_hall import TEXT


def ball(path, ink, seed=1):
    cv2.imwrite(str(path), render(ink, np.random.default_rng(seed)))


def read(*arguments):
    return CliRunner().invoke(app, ["read", *map(str, arguments)])


def test_a_folder_of_balls_is_read_in_order_and_ends_with_0(tmp_path):
    for index, ink in enumerate(("42", "7", "68")):
        ball(tmp_path / f"{index}.png", ink, index)
    ran = read(tmp_path, "--json")
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.exit_code == 0
    assert [line["number"] for line in lines] == [42, 7, 68]
    assert lines[0]["source"].endswith("0.png")
    assert lines[0]["scores"]["42"] > 0.8
    assert lines[0]["reason"] == ""


def test_what_cannot_be_read_says_why_and_ends_with_1(tmp_path):
    ball(tmp_path / "a.png", "42")
    ball(tmp_path / "b.png", None)
    ball(tmp_path / "c.png", EMPTY)
    ran = read(tmp_path)
    assert ran.exit_code == 1
    first, second, third = ran.stdout.splitlines()
    assert " 42 " in first
    assert "no se ve ningún número en la bola" in second
    assert "la salida está vacía" in third


@pytest.mark.campaign
def test_with_a_configuration_it_reads_as_that_hall_does_by_the_patterns_of_its_sets(tmp_path):
    """A ball of which a third of the outline is hidden is told by its pattern, and by nothing else."""
    alike = [number for number in range(10, 91) if set("42") & set(str(number))]
    known = patterns_of({number: samples(number) for number in alike})
    sheet = Sheet(known.png(), known.reach, "J-01")
    occasion = Occasion("Bingo Illimani", "V4L2", datetime(2026, 11, 26, tzinfo=UTC), simulated=True)
    (tmp_path / "bolas-J-01.toml").write_text(setting(SetReport("J-01", 90, ()), occasion, sheet), "utf-8")
    (tmp_path / sheet.file).write_bytes(sheet.content)
    config = tmp_path / "hall.toml"
    config.write_text(TEXT.replace("calibrations = []", 'calibrations = ["bolas-J-01.toml"]'), "utf-8")
    covered = picture(42, 7)
    cv2.line(covered, (640, 400), (425, 330), (25, 25, 28), 240)
    cv2.imwrite(str(tmp_path / "a.png"), covered)
    plain, knowing = read(tmp_path / "a.png"), read(tmp_path / "a.png", "--config", config)
    assert (plain.exit_code, knowing.exit_code) == (1, 0)
    assert "la bola no se ve entera" in plain.stdout
    assert " 42 " in knowing.stdout


def test_a_score_below_the_threshold_is_no_number(tmp_path):
    ball(tmp_path / "a.png", "42")
    (line,) = read(tmp_path / "a.png", "--json", "--confidence", "1.0").stdout.splitlines()
    found = json.loads(line)
    assert found["number"] is None or found["scores"]["42"] == 1.0


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("texto.jpg", b"no picture at all", "no es una imagen JPEG ni PNG"),
        ("enorme.png", white_png(10_000), "10000×10000"),
        ("punto.png", white_png(1), "1×1"),
        ("nada.jpg", None, "no existe"),
        ("roto.mp4", b"no film", "no se puede abrir"),
    ],
)
def test_bad_input_is_said_so_with_its_name_and_the_rest_is_read_all_the_same(tmp_path, name, content, says):
    ball(tmp_path / "a.png", "42")
    if content is not None:
        (tmp_path / name).write_bytes(content)
    ran = read(tmp_path / name, tmp_path / "a.png")
    assert ran.exit_code == 2
    assert says in ran.stderr
    assert name in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    assert " 42 " in ran.stdout


def test_a_folder_goes_on_after_a_damaged_picture(tmp_path):
    ball(tmp_path / "a.png", "42")
    ball(tmp_path / "c.png", "7")
    (tmp_path / "b.png").write_bytes((tmp_path / "a.png").read_bytes()[:2000])
    ran = read(tmp_path, "--json")
    assert ran.exit_code == 2
    assert [json.loads(line)["number"] for line in ran.stdout.splitlines()] == [42, 7]
    assert "cortado" in ran.stderr


def test_a_film_and_a_live_camera_are_read_frame_by_frame(tmp_path):
    prepare_opencv()
    film = tmp_path / "bolas.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 25, (640, 480))
    for seed in range(4):
        writer.write(render("42", np.random.default_rng(seed)))
    writer.release()
    lines = read(film, "--json").stdout.splitlines()
    assert [json.loads(line)["frame"] for line in lines] == [1, 2, 3, 4]
    with network_camera(frames(40)) as url:
        ran = read(url, "--json", "--frames", "5")
    numbers = [json.loads(line)["number"] for line in ran.stdout.splitlines()]
    assert len(numbers) == 5
    assert set(numbers) == {42}


def test_a_camera_that_is_not_there_or_goes_away_is_an_error():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    gone = read(f"http://user:secreto@127.0.0.1:{port}/")
    assert gone.exit_code == 2
    assert "no se puede abrir" in gone.stderr
    assert "secreto" not in gone.stderr
    with network_camera(frames(6)) as url:
        ran = read(url, "--frames", "500")
    assert ran.exit_code == 2
    assert url.removesuffix("/") in ran.stderr
