"""The form of the entry that records a folio's file: what a verifier demands of it.

Not responsible for comparing files (``hallctl.cli.book.sealed``), nor for making folios.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from hallctl.i18n.plain import CONTROL

_TYPES: Final[Mapping[str, type]] = {
    "volume": int,
    "document": str,
    "folio": int,
    "sheets": int,
    "copy": int,
    "entry": int,
    "data": str,
    "pdf": str,
    "name": str,
}
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_NAME: Final = re.compile(rf"tomo-[^/\\{CONTROL}]+\.pdf")


def is_folio(body: Mapping[str, Any]) -> bool:
    """Return whether a body has exactly the keys of a recorded folio, each of its type and form."""
    if {key: type(value) for key, value in body.items()} != _TYPES:
        return False
    hashed = _DIGEST.fullmatch(body["data"]) and _DIGEST.fullmatch(body["pdf"])
    return bool(hashed and _NAME.fullmatch(body["name"]))
