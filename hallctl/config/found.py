"""Where the configuration of this machine's hall lies: named, in the environment, or at one of two places.

Not responsible for reading it (``hallctl.config.hall``).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hallctl.config.example import EXAMPLE
from hallctl.config.problems import ConfigError

VARIABLE: Final = "HALLCTL_CONFIG"
NAME: Final = "hall.toml"
SYSTEM: Final = Path("/etc/hallctl") / NAME


def find_config(environment: Mapping[str, str], system: Path = SYSTEM) -> Path:
    """Return the configuration that no option names: of the environment, of this folder, of this machine.

    Args:
        environment: The variables of the process.
        system: Where the configuration of a machine lies.

    Raises:
        ConfigError: There is none; the sentences say what was looked for, and how one is made.
    """
    named = environment.get(VARIABLE, "")
    if named:
        return Path(named)
    for place in (Path(NAME), system):
        if place.exists():
            return place
    raise ConfigError(
        [
            f"No hay configuración: ni --config, ni ${VARIABLE}, ni ./{NAME}, ni {system}.",
            f"«hallctl init» hace una; cada línea se explica en {EXAMPLE}.",
            "«hallctl practice» abre la sala de práctica, que no la necesita.",
        ]
    )
