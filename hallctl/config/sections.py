"""What every section of the configuration is made of.

Not responsible for any of them.
"""

from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints

from fonts import uncovered
from hallctl.rules.text import composed, flaw, named

_PIECE: Final = StringConstraints(strip_whitespace=True, min_length=1, max_length=120)


def shown(text: str) -> str:
    """Return a text of one line that paper and screens can show.

    Raises:
        ValueError: A character of it cannot be shown; the sentence names it.
    """
    found = flaw(composed(text), uncovered)
    at = composed(text).find("\n") if found is None else found.at
    if at < 0:
        return text
    why = "es un salto de línea" if found is None else found.why
    raise ValueError(f"el carácter {at + 1}, {named(composed(text)[at])}, no se puede imprimir: {why}")


Text = Annotated[str, _PIECE, AfterValidator(composed), AfterValidator(shown)]
"""What people read: composed, and every character on paper."""

File = Annotated[str, _PIECE, AfterValidator(shown)]
"""A file, a folder, an address, a device: as it is written, since its name may be another when composed."""


class Section(BaseModel):
    """Closed, typed and never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
