"""The Pi's own camera (CSI), through picamera2, which only Raspberry Pi OS has.

It is NOT needed for any other camera, and nothing else imports it.
"""

import importlib
from typing import Any, Final

import numpy as np

from drivers.camera.quality import Image
from drivers.camera.settings import CameraSettings, Control, Wanted
from drivers.camera.source import CameraError

SIZE: Final = (640, 480)
_RATE: Final = 30.0
_MISSING: Final = (
    "la cámara CSI necesita picamera2: en Raspberry Pi OS «sudo apt install python3-picamera2», y el entorno"
    " de Python hecho con --system-site-packages"
)
_KELVIN: Final = "ColourTemperature"


class CsiFeed:
    """A camera on the Pi's ribbon cable.

    Raises:
        CameraError: There is no picamera2, no such camera, or another program has it.
    """

    interval = 0.0

    def __init__(self, index: int, wanted: Wanted, silence: float) -> None:
        self._silence = silence
        try:
            library = importlib.import_module("picamera2")
        except ImportError as error:
            raise CameraError(_MISSING) from error
        try:
            self._camera: Any = library.Picamera2(index)
            # What the library calls RGB888 lies in memory as blue, green, red.
            layout = {"format": "RGB888", "size": SIZE}
            self._camera.configure(self._camera.create_video_configuration(main=layout))
            self._camera.set_controls({"FrameRate": _RATE, **_held(wanted, self._camera.camera_controls)})
            self._camera.start()
            self.settings = _accepted(wanted, self._camera.capture_metadata(), self._camera.camera_controls)
        except (RuntimeError, IndexError) as error:
            raise CameraError(f"csi:{index}: no se puede abrir: {error}") from error

    def read(self) -> Image | None:
        """The next picture; None when the camera was silent for too long.

        Raises:
            CameraError: The camera stopped.
        """
        try:
            coming = self._camera.capture_array(wait=False)
            return np.asarray(self._camera.wait(coming, timeout=self._silence), np.uint8)
        except TimeoutError:
            return None
        except RuntimeError as error:
            raise CameraError(f"la cámara CSI dejó de enviar imágenes: {error}") from error

    def close(self) -> None:
        """Stop the camera and let go of it."""
        self._camera.stop()
        self._camera.close()


def _held(wanted: Wanted, has: Any) -> dict[str, Any]:
    """The controls that stop the automatics, and the values wanted."""
    controls: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
    if wanted.exposure is not None:
        controls["ExposureTime"] = int(wanted.exposure)
    if wanted.white_balance is not None and _KELVIN in has:
        controls[_KELVIN] = int(wanted.white_balance)
    if "AfMode" in has:
        controls["AfMode"] = 0
        if wanted.focus is not None:
            controls["LensPosition"] = wanted.focus
    return controls


def _accepted(wanted: Wanted, said: Any, has: Any) -> CameraSettings:
    lens = said.get("LensPosition") if "AfMode" in has else None
    controls = (
        Control("exposure", wanted.exposure, said.get("ExposureTime"), bool(said.get("AeEnable", False))),
        Control("focus", wanted.focus, lens, None if lens is None else False),
        Control("white_balance", wanted.white_balance, said.get(_KELVIN), False),
    )
    return CameraSettings("CSI", *SIZE, _RATE, controls)
