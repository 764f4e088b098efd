"""Writes a book until one of its media, a small disk, is full; frees some room, and looks at what is there.

``python -m tests.torture.filled ROOT disco|llave`` prints the codes and the newest promise as JSON.
"""

import json
import sys
from pathlib import Path

from hallctl.minutes import MinutesError
from tests.torture.judge import Promised, judge, planned
from tests.torture.scribe import Places, Scribe, plan_of


def main(root: Path, medium: str) -> None:
    """Fill it, and look."""
    promised, codes = Promised(), []
    plan = planned("long")
    ballast = root / medium / "ballast"
    places = Places(root)
    places.book.parent.mkdir(exist_ok=True)
    ballast.write_bytes(bytes(250_000))
    scribe = Scribe(places, plan_of(plan.name), promised.hear)
    for _ in range(2):
        try:
            scribe.go_on(1_000)
        except MinutesError as error:
            codes.append(error.code)
    scribe.close()
    ballast.unlink()
    judge(places, plan, promised)
    print(json.dumps({"codes": codes, "promised": promised.entry[1]}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
