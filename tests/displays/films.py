"""Films for tests: a disc that moves on a plain ground."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from drivers.camera.source import prepare_opencv


@cache
def film(
    suffix: str = ".webm", frames: int = 20, fps: float = 20, size: tuple[int, int] = (640, 360)
) -> bytes:
    """Return a short film as a file's bytes, its ground (230, 60, 30) in RGB."""
    codec = cv2.VideoWriter.fourcc(*("mp4v" if suffix == ".mp4" else "VP80"))
    prepare_opencv()
    with TemporaryDirectory() as folder:
        path = Path(folder, f"film{suffix}")
        writer = cv2.VideoWriter(str(path), codec, fps, size)
        for number in range(frames):
            picture = np.full((size[1], size[0], 3), (30, 60, 230), np.uint8)
            centre = (size[0] * number // frames, size[1] // 2)
            writer.write(cv2.circle(picture, centre, size[1] // 6, (255, 255, 255), -1))
        writer.release()
        return path.read_bytes()
