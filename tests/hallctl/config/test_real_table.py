"""A real table of roulette or baccarat needs no extractor and no camera, as nobody draws balls there."""

import re
from pathlib import Path

import pytest

from hallctl.app.practice.demo import CONFIG
from hallctl.app.setting import load
from tests.hallctl.config.test_hall import problems


def real(game: str) -> str:
    """Return the practice table as a real one, without a camera."""
    text = CONFIG.with_name(f"practice-{game}.toml").read_text("utf-8")
    text = re.sub(r"^simulated = true\n", "", text, flags=re.MULTILINE)
    text = re.sub(r'port = "(wheel|shoe)"', r'port = "/dev/\1"', text)
    return re.sub(r"\n\[(camera|practice)\][^\[]*", "\n", text)


@pytest.mark.parametrize("game", ["roulette", "baccarat"])
def test_it_is_right_without_a_camera_and_without_a_circuit(tmp_path: Path, game: str) -> None:
    config = tmp_path / "hall.toml"
    config.write_text(real(game), "utf-8")
    setting = load(config)
    assert not setting.config.simulated
    assert setting.config.camera is None


@pytest.mark.parametrize("game", ["roulette", "baccarat"])
def test_an_extractor_is_told_to_be_none_of_its_devices(tmp_path: Path, game: str) -> None:
    _, said = problems(tmp_path, f'{real(game)}\n[extractor]\nport = "/dev/extractor"\n')
    assert any("[extractor]: sobra; en una mesa de juego no se sacan bolas" in each for each in said)
