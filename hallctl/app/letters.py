"""Which characters the hall can show: its fonts, read before anything is decided.

Not responsible for which texts are accepted otherwise (``hallctl.rules.text``).
"""

from typing import Final

from fonts import uncovered
from hallctl.rules.text import Uncovered

_IN_NO_FONT: Final = "\ue000"


def fonts_read() -> Uncovered:
    """Return the function that finds characters in no font, with every font file read beforehand."""
    uncovered(_IN_NO_FONT)
    return uncovered
