"""Makes the font of the walls' Chinese characters: ``python -m tools.wall_font NotoSansCJK-Bold.ttc``.

It holds those that stand in ``SOURCES`` and no other: a few tens of kB of some 17 MB. The collection is in
Debian's ``fonts-noto-cjk``; fonttools is no dependency of the project (``fonts/README.md``). Not responsible
for which font shows a character (``fonts.chain``).
"""

import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = (ROOT / "displays/card_words.py", ROOT / "hallctl/games/baccarat/screens/texts.py")
FONT: Final = ROOT / "fonts/NotoSansTC-Walls.otf"
_FAMILY: Final = "Noto Sans CJK TC"


def characters() -> str:
    """Return the Chinese characters and signs of the walls' texts, each once, in their order."""
    text = "".join(path.read_text("utf-8") for path in SOURCES)
    return "".join(sorted({sign for sign in text if 0x3000 <= ord(sign) <= 0x9FFF or ord(sign) >= 0xFF00}))


def main(collection: str) -> None:
    """Cut the characters out of a collection."""
    from fontTools import subset  # noqa: PLC0415 -- only who makes the font needs it
    from fontTools.ttLib import TTCollection  # noqa: PLC0415

    fonts = TTCollection(collection).fonts
    font = next(each for each in fonts if each["name"].getDebugName(1) == _FAMILY)
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True, name_IDs=["*"])
    job = subset.Subsetter(options)
    job.populate(text=characters())
    job.subset(font)
    for record in font["name"].names:
        if record.nameID in {1, 4, 16}:
            record.string = f"{record.toUnicode()} hallctl"
        elif record.nameID == 6:
            record.string = f"{record.toUnicode()}-hallctl"
    font.save(FONT)


if __name__ == "__main__":
    main(*sys.argv[1:])
