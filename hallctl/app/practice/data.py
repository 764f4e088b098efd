"""Where the configuration of the practice hall lies: in the installed package, or in the checkout.

Not responsible for reading it (``hallctl.config.hall``).
"""

from pathlib import Path
from typing import Final

INSTALLED: Final = Path(__file__).parent / "fixtures"
"""Where the wheel puts the practice hall (pyproject.toml, force-include)."""

FIXTURES: Final = INSTALLED if INSTALLED.is_dir() else Path(__file__).parents[3] / "fixtures"
PRACTICE: Final = FIXTURES / "config/practice.toml"


def practice_of(balls: str) -> Path:
    """Return the configuration of the practice hall of so many balls: 90, 80, 75, 30, or "30-symbols"."""
    return PRACTICE if balls == "90" else PRACTICE.with_name(f"practice-{balls}.toml")


def places(config: Path) -> list[str]:
    """Return the overrides that keep the files of an installed practice hall in ``./practice``.

    Any other configuration, and that of a checkout, names its own places: none.
    """
    if not config.is_relative_to(INSTALLED):
        return []
    folder = Path("practice").resolve()
    return [
        f"hall.directory={folder}",
        f"book.second={folder / 'segundo-soporte'}",
        f"keys.directory={folder / 'claves'}",
        f"extractor.port={folder / 'extractor.tty'}",
    ]
