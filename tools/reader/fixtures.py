"""Writes the small held-out set of `fixtures/balls`: `python -m tools.reader.fixtures`.

Every third picture holds nothing to read. It is NOT the bench: thousands of pictures are made and not kept.
"""

import json
import sys
from pathlib import Path

import cv2

from tools.reader.fonts import Side
from tools.reader.maker import picture

FOLDER = Path("fixtures/balls")
FIRST_SEED = 80_000_000
LEGIBLE = 18
OTHERS = 9


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
            readable = shown.kind == "ball" and shown.settled
            name = f"{seed - FIRST_SEED:03}-{shown.kind}.jpg"
            truth[name] = {"number": shown.number if readable else None, "legible": shown.legible}
            cv2.imwrite(str(FOLDER / name), shown.image, [cv2.IMWRITE_JPEG_QUALITY, 85])
        seed += 1
    (FOLDER / "truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
