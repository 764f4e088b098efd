"""What comes between a ball and the camera in a drawn picture: fingers, exit tubes, the edge of a plexiglass.

It is NOT responsible for what they hide: `tools.reader.maker` says so in the truth of the picture.
"""

import cv2
import numpy as np

from tools.reader.taking import HEIGHT, WIDTH, Image


def finger(
    image: Image, over: Image, ball: tuple[float, float, float], hand: bool, rng: np.random.Generator
) -> None:
    """Lay a finger or a tube over a ball.

    Args:
        image: Where to draw it.
        over: Where to note which pixels it covers.
        ball: Its middle and radius in pixels.
        hand: Whether it reaches farther in, as a hand that takes the ball does.
        rng: Where chance comes from.
    """
    x, y, radius = ball
    way = rng.uniform(0, 2 * np.pi)
    deep = rng.uniform(0.0, 0.7) if hand else rng.uniform(0.25, 1.0)
    tip = (int(x + np.cos(way) * radius * deep), int(y + np.sin(way) * radius * deep))
    bend = way + rng.uniform(-0.5, 0.5)
    root = (int(x + np.cos(bend) * radius * 2.6), int(y + np.sin(bend) * radius * 2.6))
    wide = int(radius * rng.uniform(0.2, 0.5))
    tones = ((120, 150, 205), (70, 95, 140), (60, 60, 62), (170, 172, 175), (215, 230, 238), (35, 35, 38))
    tone = np.array(tones[int(rng.integers(len(tones)))], float)
    own = np.zeros((HEIGHT, WIDTH), np.uint8)
    for inner, shade in ((1.0, 0.72), (0.8, 0.9), (0.5, 1.0)):
        colour = tuple(float(level) for level in tone * shade)
        cv2.line(image, root, tip, colour, int(wide * inner), cv2.LINE_AA)
    cv2.line(own, root, tip, 255, wide, cv2.LINE_AA)
    cv2.bitwise_or(over, own, dst=over)


def rim(image: Image, ball: tuple[float, float, float], rng: np.random.Generator) -> None:
    """The bright edge of a curved plexiglass across the outer ball, and the faint veil behind it."""
    x, y, radius = ball
    way, big = rng.uniform(0, 2 * np.pi), radius * rng.uniform(2, 5)
    away = big + radius * rng.uniform(0.55, 0.98)
    centre = (int(x + np.cos(way) * away), int(y + np.sin(way) * away))
    veil = image.copy()
    cv2.circle(veil, centre, int(big), (205, 205, 205), -1, cv2.LINE_AA)
    mixed = cv2.addWeighted(image, 0.88, veil, 0.12, 0)
    cv2.circle(mixed, centre, int(big), (225, 228, 228), int(rng.integers(2, 5)), cv2.LINE_AA)
    image[:] = mixed
