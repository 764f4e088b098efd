"""The first passphrases of a hall: made by the machine, told once, and changed by their people.

Not responsible for telling them, nor for keeping them: only what they open is kept.
"""

import secrets
from typing import Final

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look alike on paper: i, l, o, 0, 1."""

_GROUPS, _LENGTH = 4, 4


def new_passphrase() -> str:
    """Return a passphrase of four groups of four, which are 79 bits of chance."""
    groups = ("".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(_GROUPS))
    return "-".join(groups)
