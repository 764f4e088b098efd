"""The templates of the console's pages.

Not responsible for what is in them.
"""

import hashlib
from collections.abc import Callable
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup as Safe

from hallctl.console.manual import CHAPTERS
from hallctl.console.shortcuts import SCAN_KEY
from hallctl.console.words import POST_NAMES, TENDER_NAMES, WALL_STATES
from hallctl.outputs.words import CLAIM_NAMES, amount, denomination, series_name


class Markup:
    """Fills templates; what is put in is escaped."""

    def __init__(self, cited: Callable[[object], Safe]) -> None:
        """Be ready to fill them.

        Args:
            cited: Makes links of the codes in a sentence.
        """
        self._templates = Environment(
            loader=PackageLoader("hallctl.console"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters |= {
            "amount": amount,
            "cited": cited,
            "denomination": denomination,
            "name_of": _name_of,
            "series_name": series_name,
        }
        self._templates.globals |= {
            "POST_NAMES": POST_NAMES,
            "CLAIM_NAMES": CLAIM_NAMES,
            "TENDER_NAMES": TENDER_NAMES,
            "WALL_STATES": WALL_STATES,
            "CHAPTERS": CHAPTERS,
            "SCAN_KEY": SCAN_KEY,
        }

    def render(self, template: str, /, **context: Any) -> str:
        """Fill a template."""
        return self._templates.get_template(template).render(**context)


def _name_of(value: object) -> str:
    """Return an id for what is shown: the same as long as it says the same."""
    return f"n-{hashlib.sha256(repr(value).encode()).hexdigest()[:12]}"
