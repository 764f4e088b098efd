"""Under which names this machine reaches its own console.

Not responsible for who else may (``hallctl.app.remote``).
"""

from typing import Final

HOST: Final = "127.0.0.1"

LOOPBACK: Final = frozenset({"localhost", HOST, "[::1]"})
"""By what the machine itself reaches its console."""
