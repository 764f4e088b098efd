"""What a camera's pictures come from: real files, and real bytes on a loopback socket."""

import contextlib
import queue
import resource
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera.balls import render
from drivers.camera.camera import Camera, Frame
from drivers.camera.health import CameraFault, FaultCode
from drivers.camera.limits import HealthLimits
from drivers.camera.pictures import PictureError, decode, load_picture
from drivers.camera.source import CameraError, SizeError, named, open_feed, pictures_of, prepare_opencv

ROOT = Path(__file__).parents[2]


def picture(seed: int = 0) -> np.ndarray:
    return render("42", np.random.default_rng(seed))


def jpeg(image: np.ndarray) -> bytes:
    done, coded = cv2.imencode(".jpg", image)
    assert done
    return coded.tobytes()


def white_png(side: int) -> bytes:
    """A tiny file that unfolds to side × side pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes((side + 1) * side), 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


# ---- Files


def test_a_whole_picture_is_read_and_every_cut_of_it_is_refused() -> None:
    for suffix in (".jpg", ".png"):
        done, coded = cv2.imencode(suffix, picture())
        assert done
        data = coded.tobytes()
        assert decode(data).shape == (480, 640, 3)
        for part in (0, 1, 2, 10, 40, len(data) // 2, len(data) - 20, len(data) - 2):
            with pytest.raises(PictureError):
                decode(data[:part])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"this is no picture\n", "no es una imagen JPEG ni PNG"),
        (jpeg(np.zeros((1, 1, 3), np.uint8)), "1×1"),
        (jpeg(np.zeros((10, 4000, 3), np.uint8)), "4000×10"),
        (jpeg(picture())[:9000], "cortado"),
        (b"\x89PNG\r\n\x1a\n", "cortado"),
        (b"", "no es una imagen"),
    ],
)
def test_a_file_that_is_no_usable_picture_says_why_and_which(
    tmp_path: Path, content: bytes, says: str
) -> None:
    path = tmp_path / "bola.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=says) as refused:
        load_picture(path)
    assert str(path) in str(refused.value)


def test_a_hundred_megapixels_are_refused_without_room_for_them(tmp_path: Path) -> None:
    path = tmp_path / "enorme.png"
    path.write_bytes(white_png(10_000))
    with pytest.raises(PictureError, match="10000×10000"):
        load_picture(path)
    script = (
        "import resource, sys, pathlib\n"
        "from drivers.camera.pictures import load_picture\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try:\n    load_picture(pathlib.Path(sys.argv[1]))\nexcept ValueError:\n"
        "    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    command = [sys.executable, "-c", script, str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert int(ran.stdout) < 20_000  # KiB; decoded it would take 300,000


def test_folders_and_patterns_are_played_by_number_and_not_by_letter(tmp_path: Path) -> None:
    for index in (10, 9, 1):
        cv2.imwrite(str(tmp_path / f"bola-{index}.png"), picture(index))
    (tmp_path / "leeme.txt").write_text("no picture")
    names = ["bola-1.png", "bola-9.png", "bola-10.png"]
    for source in (tmp_path, tmp_path / "bola-*.png", tmp_path / "bola-%03d.png"):
        found = pictures_of(str(source))
        assert found is not None
        assert [path.name for path in found] == names
    feed = open_feed(str(tmp_path), rate=50)
    assert feed.interval == pytest.approx(0.02)
    assert [feed.read().shape for _ in names] == [(480, 640, 3)] * 3
    with pytest.raises(CameraError, match="terminó"):
        feed.read()
    with pytest.raises(CameraError, match="no hay imágenes"):
        open_feed(str(tmp_path / "otra-*.png"))


def test_a_film_plays_at_its_own_rate_or_at_a_given_one(tmp_path: Path) -> None:
    prepare_opencv()
    film = tmp_path / "bolas.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 20, (640, 480))
    for seed in range(6):
        writer.write(picture(seed))
    writer.release()
    assert open_feed(str(film)).interval == pytest.approx(1 / 20)
    for rate, least in ((None, 0.3), (200.0, 0.03)):
        times: queue.SimpleQueue[float] = queue.SimpleQueue()
        ended = threading.Event()
        with Camera(
            str(film), lambda frame, times=times: times.put(frame.at_monotonic),  # type: ignore[misc]
            lambda _, ended=ended: ended.set(), rate=rate,  # type: ignore[misc]
        ):  # fmt: skip
            assert ended.wait(10)
        at = [times.get() for _ in range(times.qsize())]
        assert len(at) == 6
        assert least * 0.8 <= at[-1] - at[0]
        assert rate is None or at[-1] - at[0] < 0.25


def test_no_password_of_an_address_is_told() -> None:
    assert named("rtsp://maria:secreto@10.0.0.7/exit") == "rtsp://10.0.0.7/exit"
    watched: queue.SimpleQueue[CameraFault] = queue.SimpleQueue()
    with Camera("http://maria:secreto@127.0.0.1:9/", lambda _: None, watched.put):
        fault = watched.get(timeout=5)
    assert "secreto" not in fault.detail + fault.message


# ---- Streams

HEAD = b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"


def part(image: bytes) -> bytes:
    return b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(image), image)


@contextmanager
def network_camera(*connections: Callable[[socket.socket], None]) -> Iterator[str]:
    """A camera whose connections, one after the other, do as they are told; then it is gone."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        for talk in connections:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client:
                client.recv(4096)
                try:
                    client.sendall(HEAD)
                    talk(client)
                except OSError:
                    continue
        listener.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        thread.join(5)
        listener.close()


def frames(count: int, seed: int = 0) -> Callable[[socket.socket], None]:
    def talk(client: socket.socket) -> None:
        for index in range(count):
            client.sendall(part(jpeg(picture(seed + index))))
            time.sleep(0.03)

    return talk


Watched = tuple[list[Frame], list[CameraFault]]


def watch(source: str, until: Callable[[list[Frame], list[CameraFault]], bool]) -> Watched:
    seen: list[Frame] = []
    faults: list[CameraFault] = []
    # Silence has tests of its own; here a busy machine may be slow.
    with Camera(source, seen.append, faults.append, limits=HealthLimits(silence=3.0)):
        end = time.monotonic() + 45
        while not until(seen, faults):
            assert time.monotonic() < end, (len(seen), faults)
            time.sleep(0.01)
    return seen, faults


@pytest.mark.invariant("I15")
def test_a_camera_that_vanishes_in_the_middle_of_a_picture_hands_out_no_half_picture() -> None:
    def vanish(client: socket.socket) -> None:
        frames(4)(client)
        whole = part(jpeg(picture(9)))
        client.sendall(whole[: len(whole) // 2])

    with network_camera(vanish) as url:
        seen, faults = watch(url, lambda _, faults: len(faults) >= 1)
    assert faults[0].code is FaultCode.LOST
    assert 1 <= len(seen) <= 4
    for frame in seen:
        whole = [decode(jpeg(picture(index))) for index in range(4)]
        assert min(float(np.abs(frame.image.astype(int) - each).mean()) for each in whole) < 2


def back_after_lost(faults: list[CameraFault]) -> bool:
    codes = [fault.code for fault in faults]
    return FaultCode.LOST in codes and FaultCode.BACK in codes[codes.index(FaultCode.LOST) :]


def test_a_camera_comes_back_by_itself_and_its_sequence_goes_on() -> None:
    # A busy machine may give up an opening or two: the camera is still there for the next.
    with network_camera(frames(5), *(frames(40, 100) for _ in range(4))) as url:
        seen, faults = watch(url, lambda seen, faults: back_after_lost(faults) and len(seen) >= 8)
    assert back_after_lost(faults)
    sequences = [frame.sequence for frame in seen]
    assert sequences == sorted(set(sequences))


@pytest.mark.parametrize("shape", [(1, 1, 3), (10_000, 10_000, 3)])
def test_a_camera_with_pictures_of_no_use_is_refused_without_room_for_them(
    shape: tuple[int, int, int],
) -> None:
    coded = part(jpeg(np.zeros(shape, np.uint8)))

    def talk(client: socket.socket) -> None:
        for _ in range(3):
            client.sendall(coded)

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with network_camera(talk) as url, pytest.raises(SizeError, match=f"{shape[1]}×{shape[0]}"):
        open_feed(url)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000  # KiB
    with network_camera(talk) as url:
        seen, faults = watch(url, lambda _, faults: bool(faults))
    assert not seen
    assert faults[0].code is FaultCode.SIZE


# ---- RTSP, where GStreamer's server is installed (apt-get install gir1.2-gst-rtsp-server-1.0)

RTSP_SERVER = """
import gi
gi.require_version("Gst", "1.0"); gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer
Gst.init(None)
server = GstRtspServer.RTSPServer(); server.set_address("127.0.0.1"); server.set_service("0")
factory = GstRtspServer.RTSPMediaFactory(); factory.set_shared(True)
factory.set_launch("( videotestsrc is-live=true pattern=smpte"
                   " ! video/x-raw,format=I420,width=640,height=480,framerate=20/1"
                   " ! x264enc tune=zerolatency speed-preset=1 key-int-max=20 ! rtph264pay name=pay0 )")
server.get_mount_points().add_factory("/exit", factory)
server.attach(None)
print(server.get_bound_port(), flush=True)
GLib.MainLoop().run()
"""


@pytest.fixture
def rtsp() -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    python = shutil.which("python3", path="/usr/bin")
    probe = 'import gi; gi.require_version("GstRtspServer", "1.0"); from gi.repository import GstRtspServer'
    if python is None or subprocess.run([python, "-c", probe], capture_output=True, check=False).returncode:
        pytest.skip(
            "no RTSP server: apt-get install python3-gi gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-ugly"
        )
    with subprocess.Popen([python, "-c", RTSP_SERVER], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield f"rtsp://127.0.0.1:{process.stdout.readline().strip()}/exit", process
        process.kill()


def test_an_rtsp_camera_is_followed_and_lost_when_its_server_is_killed(
    rtsp: tuple[str, "subprocess.Popen[str]"],
) -> None:
    url, process = rtsp
    killed = threading.Event()

    def until(seen: list[Frame], faults: list[CameraFault]) -> bool:
        if len(seen) >= 10 and not killed.is_set():
            process.kill()
            killed.set()
            faults.clear()
        return killed.is_set() and any(fault.code is FaultCode.LOST for fault in faults)

    seen, _ = watch(url, until)
    assert seen[0].image.shape == (480, 640, 3)
