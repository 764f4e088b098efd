"""``hallctl camera watch``: a window that shows what the reader sees, until it is closed.

Not responsible for what is drawn in it.
"""

from collections.abc import Callable
from pathlib import Path

import cv2
import pygame

from drivers.camera.quality import Image
from drivers.reader.exit import LearntExit
from hallctl.app.calibrating.drawing import HEIGHT, WIDTH, drawn
from hallctl.app.calibrating.inspection import Reads, inspect_picture
from hallctl.app.calibrating.live_camera import LiveCamera
from hallctl.app.whole_file import write_whole

PATIENCE_S = 5.0
"""How long one picture is waited for, in seconds."""


def picture_of(camera: LiveCamera, reader: Reads, out: Path, empty: LearntExit | None = None) -> None:
    """Write one picture of what the reader sees as PNG.

    Raises:
        OSError: There is no picture, or the file cannot be written.
    """
    frame = camera.newest(0, PATIENCE_S)
    if frame is None:
        fault = camera.fault()
        raise OSError("la cámara no da imágenes" if fault is None else f"{fault.message} ({fault.detail})")
    done, coded = cv2.imencode(".png", drawn(frame.image, inspect_picture(frame.image, reader, empty)))
    if not done:
        raise OSError("la imagen no se puede codificar como PNG")
    write_whole(out, coded.tobytes())


def watch(
    camera: LiveCamera,
    reader: Reads,
    ended: Callable[[], bool] = lambda: False,
    empty: LearntExit | None = None,
) -> int:
    """Show each new picture until the window is closed or Escape is pressed; return how many were shown."""
    pygame.display.init()
    try:
        pygame.display.set_caption("hallctl: lo que ve el lector")
        window = pygame.display.set_mode((WIDTH, HEIGHT))
        shown, sequence, trouble = 0, 0, ""
        while not ended() and not _closed():
            fault = camera.fault()
            trouble = fault.message if fault is not None else trouble
            frame = camera.newest(sequence, 0.2)
            if frame is None:
                continue
            sequence, trouble = frame.sequence, fault.message if fault is not None else ""
            _show(window, drawn(frame.image, inspect_picture(frame.image, reader, empty), trouble))
            shown += 1
        return shown
    finally:
        pygame.display.quit()


def _closed() -> bool:
    return any(
        event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE)
        for event in pygame.event.get()
    )


def _show(window: pygame.Surface, image: Image) -> None:
    window.blit(pygame.image.frombuffer(image.tobytes(), (WIDTH, HEIGHT), "BGR"), (0, 0))
    pygame.display.flip()
