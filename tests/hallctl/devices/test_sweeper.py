"""Old pictures go, once a day, beside the deciding loop."""

import os
import queue
import time
from datetime import UTC, datetime

from drivers.camera.gallery import Gallery
from hallctl.devices.sweeper import Sweeper
from hallctl.table import messages as msg

NOW = datetime(2026, 11, 21, 21, tzinfo=UTC)
DAY = 24 * 3600


def test_it_sweeps_at_the_start_and_again_and_tells_what_it_cannot_delete(tmp_path):
    folder = tmp_path / "imagenes"
    gallery = Gallery(folder)
    old, new = (folder / f"{letter * 64}.jpg" for letter in "ab")
    for path, days in ((old, 366), (new, 0)):
        path.write_bytes(b"picture")
        os.utime(path, (NOW.timestamp() - days * DAY,) * 2)
    inbox = queue.SimpleQueue()
    sweeper = Sweeper(gallery, 365, lambda: NOW, inbox, every_s=0.05)
    sweeper.start()
    try:
        assert inbox.get(timeout=5) == msg.Recovered("disco", "DISK-PICTURES")
        assert [path.name for path in folder.iterdir()] == [new.name]
        folder.rename(tmp_path / "gone")
        deadline = time.monotonic() + 5
        while not isinstance(told := inbox.get(timeout=5), msg.Trouble):
            assert time.monotonic() < deadline
        assert (told.device, told.code) == ("disco", "DISK-PICTURES")
        assert str(folder) in told.detail
    finally:
        sweeper.stop()
