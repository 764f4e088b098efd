"""Typesetting for what reaches no driver itself: the head office's reports.

Not responsible for what is typeset.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from typing import Any

from drivers.printer import Typesetter


@contextmanager
def typesetting() -> Iterator[Callable[[str, Mapping[str, Any], datetime], bytes]]:
    """Give what typesets a template of the printer, one document at a time, in a process of its own."""
    with closing(Typesetter()) as typesetter:
        yield typesetter.render
