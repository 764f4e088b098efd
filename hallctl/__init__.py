"""The controller of a physical bingo hall.

What is where: ``docs/flow.md``. This package does not speak to any device by itself: bytes, pixels, pins and
paper live in ``drivers``, pixels on the walls in ``displays``.
"""

import os
from datetime import UTC, datetime
from typing import Final

# A frame is read by the thread that has it; the processor's others have the table, the walls and the camera.
# OpenBLAS, which NumPy and OpenCV multiply matrices with, reads this once, when it is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__: Final = "0.1.0"

BUILT: Final = datetime(2026, 11, 1, tzinfo=UTC)
"""When this version was made; it moves with the version. No clock is right that shows an earlier time."""
