"""Which characters the hall can show: its fonts, read before anything is decided.

Not responsible for which texts are accepted otherwise (``hallctl.rules.text``).
"""

from typing import Final

from fonts import uncovered
from hallctl.rules.text import Uncovered

_IN_NO_FONT: Final = "\ue000"


def fonts_read() -> Uncovered:
    """Return what says which characters no font shows, every file read: the deciding loop waits for none."""
    uncovered(_IN_NO_FONT)
    return uncovered
