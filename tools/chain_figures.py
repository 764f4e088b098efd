"""What taking in the books of a chain costs: processor time of each program, the office's memory on the way.

On a machine that others use too the clock says little; processor time counts.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from drivers.patience import worked_by
from hallctl.office import store
from hallctl.office.database import Connection
from hallctl.office.replaying import lines_in

_PARTS: Final = 4


def memory_mib(process: int, which: str = "VmRSS") -> float:
    """Return the memory of a process in MiB, as the kernel has it: now, or by ``VmHWM`` the most so far."""
    lines = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(which)) / 1024


@dataclass
class Figures:
    """What the programs spend from here on.

    Attributes:
        programs: The process of each.
        entries: How many entries are expected.
    """

    programs: dict[str, int]
    entries: int
    _before: dict[str, float] = field(default_factory=dict)
    _quarters: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._before = {name: worked_by(process) for name, process in self.programs.items()}

    def look(self, connection: Connection, office: int) -> None:
        """Take note of the office's memory whenever another quarter of the entries is stored."""
        (stored,) = connection.execute("SELECT coalesce(sum(number), 0) FROM heads").fetchall()[0]
        if stored >= self.entries * (len(self._quarters) + 1) / _PARTS:
            self._quarters.append(f"{memory_mib(office):.0f}")

    def told(self, office: int, seconds: float) -> str:
        """Return the figures, a line each."""
        spent = {name: worked_by(each) - self._before[name] for name, each in self.programs.items()}
        by_clock = (
            f"{self.entries} asientos en {seconds:.1f} s de reloj, {self.entries / seconds:.0f} por segundo"
        )
        each = [
            f"{name}: {of:.1f} s de procesador, {self.entries / max(of, 0.01):.0f} asientos por segundo"
            for name, of in spent.items()
        ]
        memory = f"memoria de la oficina por cuartos: {', '.join(self._quarters)} MiB; "
        return "\n".join((by_clock, *each, f"{memory}como mucho {memory_mib(office, 'VmHWM'):.0f} MiB"))


def differing(connection: Connection, hall: str, folder: Path) -> str:
    """Return where the office's copy of a book is not the hall's, byte for byte; empty where it is."""
    expected = list(lines_in(folder))
    volumes = sorted({volume for volume, _ in expected})
    stored = [(volume, line) for volume in volumes for line in store.lines_of(connection, hall, volume)]
    if len(stored) != len(expected):
        return f"{hall}: {len(stored)} de {len(expected)} asientos"
    at = next((i for i, (mine, its) in enumerate(zip(stored, expected, strict=True)) if mine != its), None)
    return "" if at is None else f"{hall}: el asiento {at + 1} es otro"
