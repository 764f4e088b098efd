"""The hall's voice: real sound files, real programs at the loudspeaker's place."""

import threading
import time
import wave
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drivers.voice.chime import make_chime
from drivers.voice.clips import Clips, VoiceError
from drivers.voice.maker import make_clip
from drivers.voice.speaker import MOST, Speaker
from drivers.voice.volume import quieter


def tone(path: Path, seconds: float = 0.3) -> Path:
    with wave.open(str(path), "wb") as clip:
        clip.setnchannels(1)
        clip.setsampwidth(2)
        clip.setframerate(8000)
        clip.writeframes(b"\0\0" * int(8000 * seconds))
    return path


@pytest.mark.parametrize("language", ["es", "pt", "en"])
def test_espeak_makes_a_clip_that_can_be_heard(tmp_path: Path, language: str) -> None:
    make_clip(tmp_path / "47.wav", "47. 4, 7.", language)
    assert Clips(tmp_path).problems(["47"]) == []
    with wave.open(str(tmp_path / "47.wav"), "rb") as clip:
        frames = clip.readframes(clip.getnframes())
        assert 1 < clip.getnframes() / clip.getframerate() < 6
    assert max(frames) > 0, "it is not silence"
    assert [each.name for each in tmp_path.iterdir()] == ["47.wav"]


def test_without_the_program_nothing_is_left_and_the_remedy_is_told(tmp_path: Path) -> None:
    with pytest.raises(VoiceError, match="instale espeak-ng"):
        make_clip(tmp_path / "47.wav", "47", "es", program="no-such-program")
    with pytest.raises(VoiceError, match="no dice"):
        make_clip(tmp_path / "47.wav", "47", "es", program="false")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_tells_every_clip_that_is_missing_or_no_sound(tmp_path: Path) -> None:
    tone(tmp_path / "01.wav")
    (tmp_path / "02.wav").write_bytes(b"RIFF")
    (tmp_path / "03.wav").write_text("no es un sonido", "utf-8")
    tone(tmp_path / "04.wav", seconds=0.01)
    tone(tmp_path / "05.wav", seconds=16)
    problems = Clips(tmp_path).problems(["01", "02", "03", "04", "05", "06"])
    assert [Path(each.partition(": ")[0]).stem for each in problems] == ["02", "03", "04", "05", "06"]
    assert problems[-1].endswith("falta")


def levels(path: Path) -> "array[int]":
    with wave.open(str(path), "rb") as clip:
        return array("h", clip.readframes(clip.getnframes()))


def test_the_chime_is_a_sound_that_begins_and_fades(tmp_path: Path) -> None:
    make_chime(tmp_path / "campana.wav")
    assert Clips(tmp_path).problems(["campana"]) == []
    heard = levels(tmp_path / "campana.wav")
    assert max(heard[: len(heard) // 2]) > 8000
    assert max(heard[-len(heard) // 20 :]) < 1000
    assert [each.name for each in tmp_path.iterdir()] == ["campana.wav"]


def test_a_quieter_clip_is_a_copy_made_once_and_what_cannot_be_made_quieter_is_heard_as_it_is(
    tmp_path: Path,
) -> None:
    make_chime(tmp_path / "07.wav")
    (tmp_path / "08.wav").write_bytes(b"RIFF")
    quiet = tmp_path / "quiet"
    quiet.mkdir()
    assert quieter(tmp_path / "07.wav", 100, quiet) == tmp_path / "07.wav"
    half = quieter(tmp_path / "07.wav", 50, quiet)
    assert max(levels(half)) == max(levels(tmp_path / "07.wav")) // 2
    made = half.stat().st_mtime_ns
    assert quieter(tmp_path / "07.wav", 50, quiet) == half
    assert half.stat().st_mtime_ns == made
    for strange in ("08", "09"):
        assert quieter(tmp_path / f"{strange}.wav", 50, quiet) == tmp_path / f"{strange}.wav"


class Loudspeaker:
    """A program that writes down what it is given, and how it may fail."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "heard"
        self.log.touch()
        self._script = folder / "player.sh"
        self.does("")

    def does(self, line: str) -> None:
        # A player that is still at work goes on reading its own file: the new one takes its place.
        newer = self._script.with_suffix(".new")
        newer.write_text(f'basename "$1" .wav >> {self.log}\n{line}\n', "utf-8")
        newer.replace(self._script)

    @property
    def player(self) -> list[str]:
        return ["sh", str(self._script)]

    @property
    def heard(self) -> list[str]:
        return self.log.read_text("utf-8").split()


@pytest.fixture
def loudspeaker(tmp_path: Path) -> Loudspeaker:
    return Loudspeaker(tmp_path)


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def speaker(loudspeaker: Loudspeaker, told: list[str]) -> Iterator[Speaker]:
    made = Speaker(told.append, lambda: told.append("again"), loudspeaker.player)
    yield made
    made.close()
    assert "voice" not in {thread.name for thread in threading.enumerate()}


def until(met: Callable[[], bool], patience: float = 20) -> None:
    end = time.monotonic() + patience
    while not met():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_clips_are_played_one_after_the_other_in_order(
    tmp_path: Path, speaker: Speaker, loudspeaker: Loudspeaker
) -> None:
    speaker.say(tmp_path / "07.wav", tmp_path / "47.wav")
    speaker.say(tmp_path / "linea.wav")
    speaker.finish()
    assert loudspeaker.heard == ["07", "47", "linea"]


def test_who_asks_never_waits_and_what_nobody_waits_for_any_more_is_dropped(
    tmp_path: Path, speaker: Speaker, loudspeaker: Loudspeaker
) -> None:
    loudspeaker.does(f"while [ ! -e {tmp_path}/go ]; do sleep 0.02; done")
    speaker.say(tmp_path / "first.wav")
    until(lambda: loudspeaker.heard == ["first"])
    for n in range(20):
        speaker.say(tmp_path / f"{n:02}.wav")
    (tmp_path / "go").touch()
    speaker.finish()
    assert loudspeaker.heard == ["first", *(f"{n:02}" for n in range(20 - MOST, 20))]


def test_a_claim_breaks_off_what_is_being_said(
    tmp_path: Path, speaker: Speaker, loudspeaker: Loudspeaker, told: list[str]
) -> None:
    loudspeaker.does('[ "$(basename "$1")" = 07.wav ] && sleep 60')
    speaker.say(tmp_path / "07.wav", tmp_path / "08.wav")
    until(lambda: loudspeaker.heard == ["07"])
    loudspeaker.does("")
    speaker.silence()
    speaker.say(tmp_path / "linea.wav")
    speaker.finish()
    assert loudspeaker.heard == ["07", "linea"]
    assert told == []


def test_a_clip_that_is_not_heard_is_told_and_so_is_the_sound_that_comes_back(
    tmp_path: Path, speaker: Speaker, loudspeaker: Loudspeaker, told: list[str]
) -> None:
    loudspeaker.does("echo no hay tarjeta >&2; exit 1")
    speaker.say(tmp_path / "07.wav")
    speaker.finish()
    assert told == ["07.wav: no se oye: no hay tarjeta"]
    loudspeaker.does("")
    speaker.say(tmp_path / "08.wav", tmp_path / "09.wav")
    speaker.finish()
    assert told == ["07.wav: no se oye: no hay tarjeta", "again"]


def test_a_player_that_is_not_there_is_told_with_its_remedy(tmp_path: Path, told: list[str]) -> None:
    speaker = Speaker(told.append, lambda: None, ["no-such-player"])
    speaker.say(tmp_path / "07.wav")
    speaker.finish()
    speaker.close()
    speaker.close()
    assert told == ["no está el programa «no-such-player»: instale alsa-utils"]


def test_closing_breaks_off_and_leaves_no_process(tmp_path: Path, loudspeaker: Loudspeaker) -> None:
    loudspeaker.does(f"echo $$ > {tmp_path}/pid; sleep 60")
    speaker = Speaker(print, lambda: None, loudspeaker.player)
    speaker.say(tmp_path / "07.wav")
    until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text() != "")
    speaker.close()
    assert not Path(f"/proc/{(tmp_path / 'pid').read_text().strip()}").exists()
