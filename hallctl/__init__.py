"""The controller of a physical bingo hall.

What is where: ``docs/flow.md``. This package does not speak to any device by itself: bytes, pixels, pins and
paper live in ``drivers``, pixels on the walls in ``displays``.
"""

from typing import Final

__version__: Final = "0.1.0"
