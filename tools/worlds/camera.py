"""What a cheap camera makes of light: exposure, softness, falling light, noise, sharpening, tone, JPEG.

It is NOT responsible for what is in view.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tools.worlds.world import Floats, World

_SHARPENED: Final = 0.35


def photograph(light: Floats, world: World, level: float, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return a BGR picture.

    Args:
        light: Linear RGB.
        world: Whose camera it is.
        level: The light that becomes the world's exposure.
        rng: Draws the noise, how the lamps flicker and the camera trembles.
    """
    move = np.array([[1, 0, rng.normal(0, 0.15)], [0, 1, rng.normal(0, 0.15)]], np.float32)
    seen = cv2.warpAffine(light, move, light.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    seen = cv2.GaussianBlur(
        np.minimum(seen * (world.exposure / level * rng.uniform(0.97, 1.03)), 4), (0, 0), world.blur
    )
    rows, columns = np.ogrid[-1 : 1 : light.shape[0] * 1j, -1 : 1 : light.shape[1] * 1j]
    seen = seen * (1 - 0.09 * (rows**2 + columns**2))[..., None].astype(np.float32)
    shot = np.sqrt(np.clip(seen, 0, 1) * 0.7 + 0.08)
    grain = rng.standard_normal(seen.shape, np.float32)
    blotches = cv2.resize(
        rng.standard_normal((light.shape[0] // 2, light.shape[1] // 2, 3), np.float32), light.shape[1::-1]
    )
    seen = np.clip(seen + world.noise * shot * (0.8 * grain + 0.5 * blotches), 0, 1)
    tone = seen ** (1 / 2.2)
    tone = tone + _SHARPENED * (tone - cv2.GaussianBlur(tone, (0, 0), 1.2))
    tone = np.clip(tone, 0, 1) * (1 + 0.04 * np.sin(np.clip(tone, 0, 1) * np.pi))
    pixels = (np.clip(tone, 0, 1) * 255 + 0.5).astype(np.uint8)[..., ::-1]
    packed = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, world.quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
