"""Which hall and which ball set a calibration was made of, sealed into its file, so that no copy passes.

A seal is no signature: it finds a file that was edited or renamed, by mistake or to save an afternoon.

Not responsible for what a calibration says, nor for which halls and sets are in use
(`hallctl.config.calibrated`).
"""

import json
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any, Final

from pydantic import StringConstraints

from hallctl.config.sections import Section, Text

_KEY: Final = "origin"


class OriginSection(Section):
    """The hall that calibrated, and the seal over the whole file."""

    hall: Text
    licence: Text
    seal: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


def sealed(text: str, hall: str, licence: str) -> str:
    """Return the text of a calibration with its hall and its seal below."""
    name, number = (json.dumps(each, ensure_ascii=False) for each in (hall, licence))
    unsealed = f"{text}\n[{_KEY}]\nhall = {name}\nlicence = {number}\n"
    return f'{unsealed}seal = "{seal_of(tomllib.loads(unsealed))}"\n'


def seal_of(values: Mapping[str, Any]) -> str:
    """Return the seal of what a calibration's file says, whatever its line ends, order and comments."""
    origin = {name: value for name, value in values.get(_KEY, {}).items() if name != "seal"}
    told = json.dumps({**values, _KEY: origin}, sort_keys=True, ensure_ascii=False, default=str)
    return sha256(told.encode()).hexdigest()
