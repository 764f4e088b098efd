"""The templates of the console's pages.

Not responsible for what is in them.
"""

import hashlib
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from hallctl.console.words import POST_NAMES, WALL_STATES
from hallctl.outputs.words import CLAIM_NAMES, amount, series_name


class Markup:
    """Fills templates; what is put in is escaped."""

    def __init__(self) -> None:
        self._templates = Environment(
            loader=PackageLoader("hallctl.console"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters |= {"amount": amount, "series_name": series_name}
        self._templates.filters["name_of"] = _name_of
        self._templates.globals |= {
            "POST_NAMES": POST_NAMES,
            "CLAIM_NAMES": CLAIM_NAMES,
            "WALL_STATES": WALL_STATES,
        }

    def render(self, template: str, /, **context: Any) -> str:
        """Fill a template."""
        return self._templates.get_template(template).render(**context)


def _name_of(value: object) -> str:
    """Return an id for what is shown: the same as long as it says the same."""
    return f"n-{hashlib.sha256(repr(value).encode()).hexdigest()[:12]}"
