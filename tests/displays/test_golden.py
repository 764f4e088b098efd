import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from displays.__main__ import main
from tests.displays.golden import FIXTURES, FULL, GOLDEN, load, pictures

# Scaling differs by a level or two between processors; a stroke of a letter differs by far more.
TOLERANCE = 16


def pixels(surface: pygame.Surface) -> npt.NDArray[np.int16]:
    return pygame.surfarray.array3d(surface).astype(np.int16)


def load_picture(path: Path) -> npt.NDArray[np.int16]:
    return pixels(pygame.image.load(path))


@pytest.mark.parametrize("name", sorted(pictures()))
def test_every_screen_looks_as_it_was_signed_off(name: str) -> None:
    drawn, golden = pixels(pictures()[name]()), load_picture(GOLDEN / name)
    assert drawn.shape == golden.shape
    worst = int(np.abs(drawn - golden).max())
    assert worst <= TOLERANCE, f"{name}: a channel differs by {worst}; see tests/displays/golden.py"


def test_no_golden_picture_is_left_over() -> None:
    assert {path.name for path in GOLDEN.glob("*.png")} == set(pictures())


def test_one_wrong_ball_fails_the_comparison() -> None:
    right, wrong = (pixels(pictures()[f"board-{name}.png"]()) for name in ("draw-0", "draw-1"))
    assert np.abs(right - wrong).max() > 10 * TOLERANCE


def test_the_command_renders_a_view_file(tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    view = FIXTURES / "views" / "claim.json"
    subprocess.run([sys.executable, "-m", "displays", "board", "--view", view, "--png", out], check=True)
    assert np.abs(load_picture(out) - load_picture(GOLDEN / "board-claim.png")).max() <= TOLERANCE
    assert load("claim").headline == "¿ALGUNA LÍNEA MÁS?"
    assert pygame.image.load(out).get_size() == FULL


@pytest.mark.parametrize(
    ("content", "word"),
    [(None, "No such file"), (b"{", "not JSON"), (b'{"view": "board"}', "version"), (b"\xff", "not JSON")],
)
def test_a_bad_view_file_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, word: str
) -> None:
    path = tmp_path / "view.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SystemExit) as ended:
        main(["board", "--view", str(path), "--png", str(tmp_path / "out.png")])
    message = capsys.readouterr().err
    assert ended.value.code == 2
    assert message.count("\n") == 1
    assert str(path) in message
    assert word in message
    assert not (tmp_path / "out.png").exists()
