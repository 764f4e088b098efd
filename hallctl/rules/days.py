"""Days as people minute them: "2026-11-21", which compare as the texts they are.

Not responsible for knowing today: whoever asks the rules says which day it is.
"""

import re
from datetime import date
from typing import Final

_FORM: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def is_day(text: str) -> bool:
    """Return whether a text is a day of the calendar in the one form that is minuted."""
    if _FORM.fullmatch(text) is None:
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
