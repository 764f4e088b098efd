import re
import subprocess
import sys
import zlib
from dataclasses import asdict, fields
from pathlib import Path

import pygame
import pytest

from displays import show
from displays.__main__ import main
from displays.views import View
from hallctl.games.baccarat.screens.texts import CHINESE, ENGLISH, TableTexts
from hallctl.games.baccarat.screens.texts import LANGUAGES as TABLES
from hallctl.games.roulette.words import CALLS
from hallctl.i18n.screen_texts import LANGUAGES, ScreenTexts
from tests.displays import phases
from tests.displays.golden import (
    BLOCK,
    EVERY,
    FIXTURES,
    FULL,
    GOLDEN,
    SIZES,
    STEP,
    kept,
    load,
    load_any,
    pictures,
    rounded,
    shrunk,
    worst,
)
from tests.displays.recording import altered, recording
from tests.sampling import sampled, sampled_pairs

# What the steps of the levels take away, and a few levels by which scaling differs between processors; a
# stroke of a letter differs by far more, as the tests below prove.
TOLERANCE = STEP // 2 + 4


AT_ONE_SIZE = {"es": "1280x720", "pt": "1080x1920", "en": "1366x768"}
"""What is compared in `make test` of the phases; of the other pictures it is one of five."""


def stays(name: str) -> bool:
    """Return whether a picture is compared in `make test`."""
    size = AT_ONE_SIZE.get(name.partition("-")[0])
    if size is not None and not name.startswith("pt-bingo"):
        return size in name
    return zlib.crc32(name.encode()) % 5 == 0


@pytest.mark.parametrize("name", sampled(sorted(pictures()), stays))
def test_every_screen_looks_as_it_was_signed_off(name: str) -> None:
    differs = worst(pictures()[name](), kept(name))
    assert differs <= TOLERANCE, f"{name}: a channel differs by {differs}; see tests/displays/golden.py"


def test_no_golden_picture_is_left_over_and_all_are_a_few_megabytes() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == set(pictures())
    assert sum(path.stat().st_size for path in GOLDEN.iterdir()) < 8_700_000


def test_every_claimed_size_is_divided_by_its_block() -> None:
    for width, height in SIZES:
        block = BLOCK[(width, height)]
        assert (width % block, height % block) == (0, 0)


def smallest(view: View, size: tuple[int, int]) -> list[int]:
    """Return which of the texts of a picture are the smallest in each module that writes them."""
    with recording() as texts:
        show.draw(view, size)
    by_cap = sorted(range(len(texts)), key=lambda n: texts[n].place.h if texts[n].shown else 10**6)
    return by_cap[:3]


@pytest.mark.parametrize(
    ("change", "size"),
    sampled_pairs(["left out", "a pixel lower", "a pixel aside", "one letter else"], SIZES, 4),
    ids=str,
)
def test_a_change_of_the_smallest_text_fails_the_comparison(size: tuple[int, int], change: str) -> None:
    for view in (load_any("draw-pots"), phases.view("between", "es"), load_any("check-bad")):
        golden = rounded(shrunk(show.draw(view, size)))
        assert worst(show.draw(view, size), golden) <= STEP // 2
        for number in smallest(view, size):
            with altered(number, change):
                differs = worst(show.draw(view, size), golden)
            assert differs > 2 * TOLERANCE, (view.KIND, number, differs)


def said_by_the_hall(texts: ScreenTexts | TableTexts) -> list[str]:
    """Return patterns of the hall's sentences, whatever is filled into them."""
    values = [getattr(texts, each.name) for each in fields(texts)]
    said = [each for value in values for each in (value if isinstance(value, tuple) else (value,))]
    return [re.sub(r"\\{\w+\\}", ".+", re.escape(each)) for each in said if isinstance(each, str)]


def test_the_wall_says_what_the_hall_says() -> None:
    """A kept view is an extreme of size, not of wording: its headline and notice are the hall's."""
    for name in set(EVERY) - {"crowded"}:
        view = load_any(name)
        patterns = said_by_the_hall(LANGUAGES[view.language])
        if view.KIND == "table":
            patterns += [re.escape(each) for each in asdict(CALLS[view.language]).values()]
            patterns += [r"[1-9][0-9]? \w+", "Duplo zero"]
        if view.KIND == "cards":
            chinese = said_by_the_hall(CHINESE)
            patterns += said_by_the_hall(TABLES[view.language])
            patterns += [
                f"{one} · {other}" for one, other in zip(said_by_the_hall(ENGLISH), chinese, strict=True)
            ]
        for said in (view.headline, *filter(None, [view.notice])):
            assert any(re.fullmatch(pattern, said) for pattern in patterns), (name, said)


def test_the_command_renders_a_view_file(tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    view = FIXTURES / "views" / "claim.json"
    subprocess.run([sys.executable, "-m", "displays", "board", "--view", view, "--png", out], check=True)
    assert worst(pygame.image.load(out), kept("board-claim-1920x1080.webp")) <= TOLERANCE
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
