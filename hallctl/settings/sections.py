"""What every section of the configuration is made of.

Not responsible for any of them.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]


class Section(BaseModel):
    """Closed, typed and never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
