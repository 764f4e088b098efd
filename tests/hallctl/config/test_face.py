"""The hall's own pictures: what docs/theme.md asks of them is what is refused, and what is left out."""

import queue
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from displays.theme import BY_DECADE, THEMES, written
from hallctl.app.setting import load
from hallctl.cli.doctor.finding import Finding, Verdict
from hallctl.cli.doctor.house import check_house
from hallctl.config.face import MOST_SPONSORS, face_and_problems, face_of, logo_problems, stamp_of
from hallctl.config.hall import Setting
from hallctl.config.problems import ConfigError
from hallctl.config.ready import demand_ready
from hallctl.config.theme import theme_of
from hallctl.table import messages as msg
from hallctl.table.clock import SystemClock
from hallctl.web.feed.faces import Faces
from tests.displays.films import film
from tests.displays.test_hall_pictures import until

ROOT = Path(__file__).parents[3]
PRACTICE = (ROOT / "fixtures/config/practice.toml").read_text("utf-8")
(EXAMPLE,) = re.findall(
    r"```toml\n\[hall\]\n(.*?)```", (ROOT / "docs/theme.md").read_text("utf-8"), re.DOTALL
)


def drawing(side: int, ink: tuple[int, int, int], suffix: str = ".png", clear: bool = True) -> bytes:
    """Return an encoded picture: a disc of an ink (BGR) on a transparent ground, or on black."""
    pixels = np.zeros((side // 2, side, 4 if clear else 3), np.uint8)
    cv2.circle(pixels, (side // 2, side // 4), side // 5, (*ink, 255) if clear else ink, -1)
    return cv2.imencode(suffix, pixels)[1].tobytes()


LIGHT = drawing(400, (255, 255, 255))


def hall(folder: Path, hall: str = EXAMPLE) -> Setting:
    """Return the practice hall of a folder with more lines in its section."""
    text = PRACTICE.replace("../series", str(ROOT / "fixtures/series")).replace(
        "[hall]\n", f"[hall]\n{hall}\n", 1
    )
    (folder / "hall.toml").write_text(text.replace("../../practice", str(folder)), "utf-8")
    return load(folder / "hall.toml")


def test_the_example_of_the_page_is_a_hall_with_its_colours_logo_and_sponsors(tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(LIGHT)
    (tmp_path / "patrocinadores").mkdir()
    (tmp_path / "patrocinadores/uno.jpg").write_bytes(drawing(800, (0, 0, 200), ".jpg", clear=False))
    setting = hall(tmp_path)
    demand_ready(setting)
    assert theme_of(setting.config.hall).lit == (255, 224, 0)
    assert theme_of(setting.config.hall).ground == THEMES["selva"].ground
    assert theme_of(setting.config.hall).decades == BY_DECADE
    face = face_of(setting)
    assert face.logo is not None
    assert face.logo.data == LIGHT
    assert [each.media for each in face.sponsors] == ["image/jpeg"]
    assert {each.verdict for part in ("logo", "patrocinadores") for each in found(setting, part)} == {
        Verdict.GOOD
    }


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("logo.png", None, "no se puede leer"),
        ("logo.png", b"\x89PNG\r\n what follows is none", "no es una imagen PNG"),
        ("logo.png", b"<svg/>", "no es una imagen PNG"),
        ("logo.svg", b"<svg/>", "debe ser PNG, WebP o JPEG"),
        ("logo.png", drawing(40, (255, 255, 255)), "mide 40x20 píxeles; su lado mayor debe ir de 80 a 2000"),
        ("logo.png", drawing(2002, (255, 255, 255)), "mide 2002x1001"),
        ("logo.png", LIGHT + bytes(2_000_000), "ocupa más de 2 MB"),
        ("logo.png", drawing(400, (60, 40, 40)), "use una versión clara y transparente"),
        ("logo.jpg", drawing(400, (255, 255, 255), ".jpg", clear=False), "solo se ve el"),
    ],
)
def test_a_logo_that_cannot_be_shown_or_seen_keeps_the_hall_from_opening_and_says_why(
    tmp_path: Path, name: str, data: bytes | None, reason: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    setting = hall(tmp_path, f'logo = "{name}"')
    with pytest.raises(ConfigError) as refused:
        demand_ready(setting)
    assert any(reason in problem for problem in refused.value.problems), refused.value.problems
    (told,) = found(setting, "logo")
    assert told.verdict is Verdict.MISSING
    assert reason in told.said
    assert "docs/theme.md" in told.remedy


def test_the_contrast_of_a_logo_is_that_to_the_halls_own_colours(tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(drawing(400, (190, 120, 120)))
    (problem,) = logo_problems(hall(tmp_path, 'logo = "logo.png"'))
    assert "calm #2e3a52" in problem
    assert not list(logo_problems(hall(tmp_path, 'logo = "logo.png"\ncolours = { calm = "#101010" }')))


def test_a_broken_picture_of_a_sponsor_is_left_out_and_the_hall_opens(tmp_path: Path) -> None:
    folder = tmp_path / "patrocinadores"
    setting = hall(tmp_path, 'sponsors = "patrocinadores"')
    (told,) = found(setting, "patrocinadores")
    assert "no hay ninguna imagen" in told.said
    folder.mkdir()
    (folder / "a.png").write_bytes(b"\x89PNG broken")
    (folder / "b.txt").write_text("a list", "utf-8")
    (folder / "c.png").write_bytes(drawing(100, (0, 0, 200)))
    for number in range(MOST_SPONSORS + 1):
        (folder / f"d{number}.png").write_bytes(drawing(400 + number, (0, 0, 200)))
    demand_ready(setting)
    shown = face_of(setting).sponsors
    assert [each.data for each in shown] == [
        (folder / f"d{n}.png").read_bytes() for n in range(MOST_SPONSORS)
    ]
    (told,) = found(setting, "patrocinadores")
    assert told.verdict is Verdict.ADVICE
    for said in ("a.png: no es", "b.txt: debe", "c.png: mide 100x50", "se muestran 8"):
        assert said in told.said


def test_colours_by_decade_are_the_halls_nine_or_those_that_come_with_it(tmp_path: Path) -> None:
    nine = [written((200 + n, 220, 240 - n)) for n in range(9)]
    own = theme_of(hall(tmp_path, f"decades = {nine}").config.hall)
    assert [written(own.called(ball)) for ball in (1, 9, 10, 19, 20, 89, 90)] == [
        nine[n] for n in (0, 0, 1, 1, 2, 8, 8)
    ]
    with pytest.raises(ConfigError, match="decades"):
        hall(tmp_path, f"decades = {nine[:8]}")
    nine[4] = "#603000"
    with pytest.raises(ConfigError, match="decade5 #603000"):
        hall(tmp_path, f"decades = {nine}")


def found(setting: Setting, part: str) -> list[Finding]:
    return [each for each in check_house(setting, SystemClock()) if each.part == part]


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.mp4", lambda: b"none", "a.mp4: no es un vídeo MP4"),
        ("a.webm", lambda: film()[:60], "a.webm: el vídeo no se puede abrir"),
        (
            "a.webm",
            lambda: film(size=(160, 120)),
            "mide 160x120 píxeles; su lado mayor debe ir de 320 a 1920",
        ),
        ("a.webm", lambda: film(frames=100, fps=10), "dura 10 s; caben 8"),
        ("a.webm", lambda: film(fps=50), "tiene 50 imágenes por segundo; caben 30"),
        ("a.webm", lambda: film() + bytes(8_000_000), "ocupa más de 8 MB"),
    ],
)
def test_a_clip_that_cannot_be_played_is_refused_with_the_reason(
    tmp_path: Path, name: str, data: Callable[[], bytes], reason: str
) -> None:
    folder = tmp_path / "patrocinadores"
    folder.mkdir()
    (folder / name).write_bytes(data())
    setting = hall(tmp_path, 'sponsors = "patrocinadores"')
    with pytest.raises(ConfigError) as refused:
        demand_ready(setting)
    assert any(reason in problem for problem in refused.value.problems), refused.value.problems
    assert face_of(setting).sponsors == ()


@pytest.mark.parametrize("suffix", [".mp4", ".webm"])
def test_a_short_clip_is_a_sponsors(tmp_path: Path, suffix: str) -> None:
    folder = tmp_path / "patrocinadores"
    folder.mkdir()
    (folder / f"a{suffix}").write_bytes(film(suffix))
    setting = hall(tmp_path, 'sponsors = "patrocinadores"')
    demand_ready(setting)
    assert [each.media for each in face_of(setting).sponsors] == [f"video/{suffix[1:]}"]


def test_a_changed_folder_shows_without_a_restart_and_a_broken_file_is_a_notice(tmp_path: Path) -> None:
    folder, inbox = tmp_path / "patrocinadores", queue.SimpleQueue[msg.Message]()
    folder.mkdir()
    setting = hall(tmp_path, 'sponsors = "patrocinadores"')
    (folder / "a.png").write_bytes(drawing(400, (0, 0, 200)))
    faces = Faces(partial(face_and_problems, setting), partial(stamp_of, setting), inbox, poll_s=0.02)
    faces.start()
    try:
        (first,) = faces.face.sponsors
        (folder / "b.png").write_bytes(drawing(401, (0, 0, 200)))
        until(lambda: len(faces.face.sponsors) == 2)
        assert faces.face.sponsors[0] == first
        assert inbox.empty()
        (folder / "b.png").write_bytes(b"\x89PNG broken")
        told = inbox.get(timeout=20)
        assert isinstance(told, msg.Trouble)
        assert (told.device, told.code) == ("pantallas", "FACE-BROKEN")
        assert "b.png: no es una imagen PNG" in told.detail
        assert faces.face.sponsors == (first,)
        (folder / "b.png").unlink()
        assert isinstance(inbox.get(timeout=20), msg.Recovered)
    finally:
        faces.stop()
