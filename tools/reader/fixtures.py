"""Writes the small held-out set of `fixtures/balls`: `python -m tools.reader.fixtures`.

Every third picture holds nothing to read, five are balls in rings of their own brightness, or of a better
outline, and one shows two prints, of which one looks like another number and the other like none. It is NOT
the bench: thousands of pictures are made and not kept.
"""

import json
import sys
from pathlib import Path

import cv2

from tools.reader.fonts import Side
from tools.reader.halls import drawn
from tools.reader.maker import Picture, picture

FOLDER = Path("fixtures/balls")
FIRST_SEED = 80_000_000
LEGIBLE = 18
OTHERS = 9
RINGED = ((71_003_071, Side.CHECKED), (95_001_162, Side.HELD_OUT))
"""Balls whose exit's ring shows more of an outline than they do."""

UNCONFIRMED = ((129_002_476, Side.HELD_OUT),)
"""A small 11 whose bars run together: one print of it looks like an 8."""

IN_HALLS = ((6028, 20), (5035, 29), (23_026, 18))
"""The same of halls of `tools.reader.halls`, where the ring is larger than any ball, or as large."""


def main() -> int:
    """Write pictures and truth."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    truth: dict[str, dict[str, object]] = {}
    wanted = {True: LEGIBLE, False: OTHERS}
    seed = FIRST_SEED
    while any(wanted.values()):
        shown = picture(seed, Side.HELD_OUT)
        if wanted[shown.legible]:
            wanted[shown.legible] -= 1
            name = f"{seed - FIRST_SEED:03}-{shown.kind}.jpg"
            truth[name] = _written(shown, name)
        seed += 1
    for seed, side in RINGED:
        name = f"{seed}-ring.jpg"
        truth[name] = _written(picture(seed, side), name)
    for seed, side in UNCONFIRMED:
        _written(picture(seed, side), f"{seed}-small.jpg")  # no truth to be told: nobody reads it
    for hall, number in IN_HALLS:
        name = f"{hall}-{number}-ring.jpg"
        truth[name] = _written(next(drawn(hall, number, Side.HELD_OUT, turns=hall % 2 == 1)), name)
    (FOLDER / "truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")
    return 0


def _written(shown: Picture, name: str) -> dict[str, object]:
    """Write one picture and say its truth."""
    cv2.imwrite(str(FOLDER / name), shown.image, [cv2.IMWRITE_JPEG_QUALITY, 85])
    readable = shown.kind == "ball" and shown.settled
    return {"number": shown.number if readable else None, "legible": shown.legible}


if __name__ == "__main__":
    sys.exit(main())
