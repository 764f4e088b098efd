"""What a process holds, as the kernel counts it: memory, descriptors, threads (I20).

NOT responsible for what they should be.
"""

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Vitals:
    """One look at a process.

    Attributes:
        rss_kib: Its resident memory, in KiB.
        descriptors: Its open files and connections.
        threads: Its threads.
    """

    rss_kib: int
    descriptors: int
    threads: int

    def __str__(self) -> str:
        """All of it in words."""
        return f"{self.rss_kib / 1024:.1f} MiB, {self.descriptors} descriptors, {self.threads} threads"


def vitals(pid: int) -> Vitals:
    """Look at a process."""
    place = Path(f"/proc/{pid}")
    status = (place / "status").read_text("utf-8")

    def count(name: str) -> int:
        found = re.search(rf"^{name}:\s+(\d+)", status, re.M)
        assert found is not None, name
        return int(found[1])

    return Vitals(count("VmRSS"), len(list((place / "fd").iterdir())), count("Threads"))
