"""How many entries a second each verifier reads, and how much memory it takes at most.

    python -m tests.hallctl.minutes.bench_verify [FOLDER] [OLD] [ENTRIES ...]

Not a test. Books of ENTRIES (20,000 and 200,000) of two volumes, one of each format, are made in FOLDER,
with a signature and a checkpoint after every 500, and deleted. OLD is a checkout of an older program
(``git worktree add OLD fe558fb``), which reads the books of format 2 beside this one. Each verifier is a
process of its own: seconds are those of its processor, so that others on the machine count less.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from hallctl.minutes import Draft
from tests.hallctl.minutes.notary.hall import JEFE, STAMP, Hall
from tests.hallctl.minutes.sample import ball

ROOT = Path(__file__).parents[3]
BATCH = 500
HALL = "from hallctl.minutes.verify import verify_book as look; whole = lambda v: v.ok"
NOTARY = "from hallctl.minutes.notary.verificar_libro import verify as look; whole = lambda v: v.whole"
MEASURED = """
import sys, time
from pathlib import Path
{look}
began = time.process_time()
verdict = look(Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2] else None)
assert whole(verdict)
took = time.process_time() - began
(most,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
print(took, most.split()[1])
"""


def main(folder: Path, old: str, sizes: list[int]) -> None:
    print("program    verifier  format    entries  second medium    entries/s      MiB")
    for entries in sizes:
        for form in (2, 3):
            with tempfile.TemporaryDirectory(dir=folder) as name:
                book, second = Path(name) / "libro", Path(name) / "segundo"
                keep(Hall(form=form), book, second, entries)
                programs = [("this", str(ROOT)), *([(Path(old).name, old)] if old and form == 2 else [])]
                for program, place in programs:
                    moved = (Path(place) / "hallctl/minutes/notary").is_dir()
                    notary = NOTARY if moved else NOTARY.replace("hallctl.minutes.", "hallctl.")
                    for verifier, look in (("hall", HALL), ("notary", notary)):
                        for medium in ("", str(second)):
                            figures = measure(place, look, str(book), medium)
                            show(program, verifier, form, entries, bool(medium), *figures)


def keep(hall: Hall, book: Path, second: Path, entries: int) -> None:
    """Keep a book of two volumes of half the entries each."""
    for volume in (1, 2):
        with hall.opened(book, second, volume) as shelf:
            for game in range(entries // 2 // BATCH):
                shelf.append([ball(1 + n % 90, f"r-{game}-{n}") for n in range(BATCH - 2)], STAMP)
                shelf.append([Draft("GameSigned", {"game": game}, JEFE)], STAMP, hall.countersign)
                hall.checkpoint(shelf)
            if volume == 1:
                hall.close(shelf)
                hall.checkpoint(shelf)


def measure(program: str, look: str, book: str, second: str) -> tuple[float, int]:
    """Return seconds of processor and KiB of memory of one verification."""
    command = [sys.executable, "-c", MEASURED.format(look=look), book, second]
    environment = {**os.environ, "PYTHONPATH": program}
    done = subprocess.run(command, env=environment, cwd=program, capture_output=True, text=True, check=True)
    seconds, memory = done.stdout.split()
    return float(seconds), int(memory)


def show(
    program: str, verifier: str, form: int, entries: int, medium: bool, seconds: float, kib: int
) -> None:
    rate, both = f"{entries / seconds:,.0f}", "with" if medium else "without"
    print(
        f"{program:10} {verifier:8} {form:7} {entries:10,} {both:>14} {rate:>12} {kib / 1024:8.1f}",
        flush=True,
    )


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(
        Path(arguments[0] if arguments else "."),
        arguments[1] if len(arguments) > 1 else "",
        [int(each) for each in arguments[2:]] or [20_000, 200_000],
    )
