"""The fonts of a document: the typesetter's own first, then those of ``fonts``, then the machine's.

Nothing else is looked at, so the same folio is the same bytes on the same machine. Not responsible for which
texts are accepted: it says only what cannot be printed.
"""

from functools import cache
from typing import Final

import typst

import fonts
from fonts import uncovered

__all__ = ["families", "font_paths", "uncovered"]

OWN: Final = "Libertinus Serif"
"""What documents are set in; it comes with the typesetter, as does the face of hashes."""


@cache
def font_paths() -> typst.Fonts:
    """Return the fonts for the typesetter."""
    folders = sorted({str(face.file.parent) for face in fonts.at_hand()})
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=folders)


@cache
def families() -> tuple[str, ...]:
    """Return the names of the families that a template falls back to, in their order."""
    named = {info.path: info.family for info in font_paths().fonts() if info.path and info.index == 0}
    chain = (named.get(str(face.file)) for face in fonts.at_hand())
    return tuple(dict.fromkeys(name for name in chain if name is not None))
