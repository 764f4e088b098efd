"""Keeps an authentication service in a process of its own and does what it is told, a line of JSON at a time.

``python -m tests.hallctl.web.access.keeper FOLDER``. Each line is a list: what to do, and with what; the
answer is a line of JSON. It ends with its input.
"""

import json
import sys
from pathlib import Path

from hallctl.web.access.auth import Entered, Who
from hallctl.web.access.people import People, Secrets
from tests.hallctl.web.access.doors import DESK, PASSPHRASE, Time, door_at


def main(folder: Path) -> None:
    time = Time()
    with door_at(folder, time) as auth:
        print(json.dumps("ready"), flush=True)
        for line in sys.stdin:
            what, *said = json.loads(line)
            if what == "log-in":
                entered = auth.log_in(said[0], PASSPHRASE, "", DESK)
                answer: str | list[str] = entered.token if isinstance(entered, Entered) else entered.code
            elif what == "who":
                who = auth.who(said[0])
                answer = [p.value for p in who.account.posts] if isinstance(who, Who) else who.code
            else:
                people = People(auth, "Marta Suárez", DESK)
                changes = {
                    "disable": lambda: people.disable(said[0]),  # noqa: B023  called at once
                    "posts": lambda: people.set_posts(said[0], said[1:]),  # noqa: B023
                    "reset": lambda: people.reset(said[0], Secrets(said[1])),  # noqa: B023
                }
                denied = changes[what]()
                answer = "" if denied is None else denied.code
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
