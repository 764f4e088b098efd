"""Templates compiled once in a program, for all languages and pages that fill them.

Not responsible for what is in them, nor for the filters that they use.
"""

from collections.abc import Callable
from types import CodeType
from typing import Final

from jinja2 import BytecodeCache, pass_context
from jinja2.bccache import Bucket
from jinja2.runtime import Context


class _Compiled(BytecodeCache):
    """Keeps in memory what each template was compiled to."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Return what was kept of the same text."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        assert bucket.code is not None
        self._codes[bucket.key, bucket.checksum] = bucket.code


COMPILED: Final = _Compiled()
"""For environments of the same options, whose filters are all ``late``."""


def late(takes: Callable[..., object]) -> Callable[..., object]:
    """Have a filter taken when a page is filled: of a literal, another is taken when it is compiled."""

    @pass_context
    def filled(_: Context, *given: object) -> object:
        return takes(*given)

    return filled
