"""How the prints of a ball stand towards the camera.

It is NOT responsible for where they lie on the ball (`tools.reader.looks`).
"""

import cv2
import numpy as np
import numpy.typing as npt

from tools.reader.looks import Look, directions
from tools.reader.taking import Conditions

Matrix = npt.NDArray[np.float64]


def _turn(axis: tuple[float, float, float], angle: float) -> Matrix:
    return np.asarray(cv2.Rodrigues(np.array(axis) * angle)[0], np.float64)


def frames_of(look: Look, conditions: Conditions, rng: np.random.Generator) -> list[Matrix]:
    """How each print stands: rows right, down, outwards."""
    lying = directions(look.layout)
    few = len(lying) <= 2 or conditions.tilt is not None
    if few:
        limit = 32 if conditions.tilt is None and rng.random() < 0.8 else 85
        tilt = limit * np.sqrt(rng.uniform()) if conditions.tilt is None else conditions.tilt
        way = rng.uniform(0, 2 * np.pi)
        lean = _turn((float(np.cos(way)), float(np.sin(way)), 0.0), float(np.deg2rad(tilt)))
        first = lying[0]
        helper = np.cross(first, [0.0, 0.0, 1.0])
        sine = float(np.linalg.norm(helper))
        onto = np.asarray(cv2.Rodrigues(helper / sine * np.arccos(first[2]))[0]) if sine > 1e-9 else np.eye(3)
        pose = lean @ _turn((0.0, 0.0, 1.0), rng.uniform(0, 2 * np.pi)) @ onto
    else:
        random, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        pose = random * np.sign(np.linalg.det(random))
    spins = rng.uniform(0, 2 * np.pi, len(lying))
    belt = look.layout.startswith("belt") and rng.random() < 0.7
    pose = np.asarray(cv2.Rodrigues(np.array(conditions.turn))[0]) @ pose
    return [pose @ _standing(way, 0.0 if belt else spin) for way, spin in zip(lying, spins, strict=True)]


def _standing(outwards: npt.NDArray[np.float64], spin: float) -> Matrix:
    """Columns right, down, outwards of a print on the unturned ball."""
    helper = np.array([0, 1.0, 0]) if abs(outwards[1]) < 0.9 else np.array([1.0, 0, 0])
    right = np.cross(helper, outwards)
    right /= np.linalg.norm(right)
    down = np.cross(outwards, right)
    turned = np.cos(spin) * right + np.sin(spin) * down
    return np.stack([turned, np.cross(outwards, turned), outwards], axis=1)
