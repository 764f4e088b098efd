"""Two whole halls play one draw, through their consoles: ``python -m tools.calling``.

The first calls with its extractor and camera, the second follows it. In the first game somebody sings in the
second hall; in the second game the line is cut; in the third the second hall's controller is killed. At the
end both books are verified by both verifiers and compared. Not responsible for the halls (``called_halls``).
"""

import argparse
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from hallctl.app.practice.people import Desk, People
from hallctl.app.practice.processes import Controller
from hallctl.app.practice.session import Reading, Session
from hallctl.minutes.entry import Entry
from hallctl.minutes.reader import read_entries
from tools.called_halls import CALLER, FOLLOWER, CalledHall, Chain, hallctl, joined

CARDS: Final = 60
BALLS: Final = 12
"""After how many balls of its game the line is cut, or the controller killed."""

PATIENCE_S: Final = 300.0
VOIDING: Final = frozenset({"ApproveVoid", "AcceptCaller"})


@dataclass(frozen=True)
class CallingPeople(People):
    """The people of the hall that calls: they begin when the other hall is in the game."""

    def _takes(self, offer: Mapping[str, Any], desk: Desk) -> Mapping[str, Any] | None:
        if (
            offer["command"] in {"CloseSale", "StartDraw"}
            and desk["game"]["halls"].get(FOLLOWER) != "playing"
        ):
            return None
        return super()._takes(offer, desk)


@dataclass(frozen=True)
class FollowingPeople(People):
    """The people of the hall that follows: jefe and Director accept the caller; a lost game is voided."""

    def _takes(self, offer: Mapping[str, Any], desk: Desk) -> Mapping[str, Any] | None:
        game = desk["game"]
        match offer["command"]:
            case "ProposeCaller":
                return {}
            case "AnnounceGame" if offer["body"].get("caller") != CALLER:
                return None
            case "CloseSession" if desk["games"] < self.games:
                return None
            case "ProposeVoid":
                return {"reason": "sala perdida"} if game["caller"]["lost"] else None
            case command if command in VOIDING:
                return {}
        return super()._takes(offer, desk)


@dataclass
class Night:
    """What is done to the halls while they play.

    Attributes:
        chain: The office and its servers.
        desks: What each hall's desk showed last.
        done: What is done already.
    """

    chain: Chain
    desks: dict[str, Desk]
    done: set[str]

    def look(self, hall: str, controller: Controller) -> Callable[[Desk], None]:
        """Return what looks at a hall's desk."""

        def looked(desk: Desk) -> None:
            self.desks[hall] = desk
            game = desk["game"]
            if hall != FOLLOWER or game is None or game["caller"] is None:
                return
            begun = len(game["called_balls"]) >= BALLS
            if game["number"] == 2 and begun and self._once("cut"):
                self.chain.cut()
            elif game["caller"]["lost"] and self._other_is_out() and self._once("mend"):
                self.chain.mend()
            elif game["number"] == 3 and begun and self._once("kill"):
                controller.child.kill()

        return looked

    def _other_is_out(self) -> bool:
        game = self.desks[CALLER]["game"]
        return game is None or game["halls"].get(FOLLOWER) == "out" or game["number"] != 2

    def _once(self, what: str) -> bool:
        new = what not in self.done
        self.done.add(what)
        if new:
            print(f"--- {what}", flush=True)
        return new


def play(chain: Chain, halls: Mapping[CalledHall, type[People]], games: int) -> list[BaseException]:
    """Have the people of every hall play their session to its end, and return what stopped one."""
    night, failed = Night(chain, {}, set()), list[BaseException]()
    with ExitStack() as parts:
        threads = []
        for hall, people in halls.items():
            setting = hall.setting
            devices, controller = hall.begin(parts)
            viewer = setting.config.people[0].name
            persons = people(setting.material[0], devices.plant, CARDS, games, viewer)
            reading = Reading(hall.volume, setting.rules, _told(hall.name))
            look = night.look(hall.name, controller)
            session = Session(persons, controller, reading, PATIENCE_S, look, lambda *_: None)
            threads.append(threading.Thread(target=_played, args=(session, failed), daemon=True))
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads) and not failed:
            for thread in threads:
                thread.join(0.2)
    return failed


def _played(session: Session, failed: list[BaseException]) -> None:
    try:
        session.play()
    except BaseException as error:  # noqa: BLE001 - whatever it is, the trial says it and fails
        failed.append(error)


def _told(hall: str) -> Callable[[str], None]:
    return lambda line: print(f"{hall} {line}", flush=True)


def differing(caller: CalledHall, follower: CalledHall) -> Iterator[str]:
    """Yield every ball of the following hall's book that the calling one's does not say so."""
    called = {entry.number: entry for entry in _of(caller, "BallCalled")}
    for entry in _of(follower, "BallDrawn"):
        said = called.get(entry.body["entry"])
        if said is None or said.hash != entry.body["hash"] or said.body["ball"] != entry.body["ball"]:
            yield f"asiento {entry.number} de {follower.name}: {entry.body}"


def stops(caller: CalledHall, follower: CalledHall) -> list[int]:
    """Return after how many milliseconds the calling hall's book had each claim of the other, in order."""
    sung = [datetime.fromisoformat(entry.time) for entry in _of(follower, "ClaimRaised")]
    heard = [entry for entry in _of(caller, "HallStood") if entry.body["stage"] == "claim"]
    found = []
    for at in (datetime.fromisoformat(entry.time) for entry in heard):
        found.append(round((at - max(each for each in sung if each <= at)).total_seconds() * 1000))
    return sorted(found)


def _of(hall: CalledHall, *kinds: str) -> list[Entry]:
    return [entry for entry in read_entries(hall.volume) if entry.kind in kinds]


def main() -> None:
    """Play, verify and compare; the exit status says whether everything was as it must be."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", type=Path, default=Path("build/calling"))
    options.add_argument("--games", type=int, default=3)
    options.add_argument("--silence", type=int, default=30, help="seconds until the following hall is out")
    given = options.parse_args()
    folder = given.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    with ExitStack() as parts:
        chain, caller, follower = joined(folder, given.silence, parts)
        failed = play(chain, {caller: CallingPeople, follower: FollowingPeople}, given.games)
        print(hallctl("office", "halls", chain.office))
        wrong = chain.found({hall.name: hall.book for hall in (caller, follower)})
        print(f"La oficina encontró: {wrong or 'nada'}", flush=True)
    if failed:
        sys.exit("\n".join(map(repr, failed)))
    for hall in (caller, follower):
        print(f"{hall.name}\n{hall.verify()}", flush=True)
    wrong += differing(caller, follower)
    waits = stops(caller, follower)
    print(f"{len(_of(follower, 'BallDrawn'))} bolas seguidas; {len(wrong)} no cuadran")
    print(f"{len(waits)} cantos de {follower.name} pararon a {caller.name}, tras {waits} ms")
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
