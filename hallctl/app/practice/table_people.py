"""The people of a practice table: they look at the desk, and take the next step of their post.

Not responsible for the rules: a step that is not offered is not taken. The croupier sees the wheel: where the
ball lies in truth, whatever its sensor says.
"""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hallctl.app.practice.people import Desk, Step

_AS_OFFERED: Final = frozenset(
    {"OpenBook", "ContinuePlay", "AcknowledgeFault", "RegisterWheel", "PassCheck", "ApproveNumber"}
    | {"ApproveVoidSpin", "PlaceMarker", "CollectLosers", "PayWinners"}
)
"""The steps people take just as the desk offers them."""

_SEEN: Final = re.compile(r"^jugada \d+: (\d\d?)$", re.MULTILINE)
_FLOAT: Final = {500_000: 4, 50_000: 20, 10_000: 50, 2500: 200, 500: 200}
_FILL: Final = {10_000: 20, 2500: 40}
_LEFT: Final = {500_000: 4, 50_000: 21, 10_000: 66, 2500: 261, 500: 187, 250: 14}
_DEAD_S: Final = 8.0
"""How long the croupier waits for the sensor before the table is stopped, in seconds."""

_REASON: Final = "Se ve la bola en su casilla"


@dataclass(frozen=True)
class Plan:
    """What happens on the day.

    Attributes:
        spins: How many spins are opened.
        void: Which of them is void: the ball leaves the wheel.
        disagreement: In which the sensor tells another number than the croupier.
        fill: After which chips are brought.
        relief: After which the second croupier takes over.
    """

    spins: int = 40
    void: int = 11
    disagreement: int = 23
    fill: int = 17
    relief: int = 20


@dataclass
class TablePeople:
    """Everybody at the table.

    Attributes:
        plan: What happens.
        viewer: Who looks at the desk while nobody takes a step.
        croupiers: Who launches the ball, the first until the relief.
        wheel: Tells the simulated wheel what to do.
        seen: Where the simulated wheel writes in which pocket each ball lies.
        slack_s: How long the croupier waits before "nada mais", in seconds.
    """

    plan: Plan
    viewer: str
    croupiers: tuple[str, str]
    wheel: Callable[[str], None]
    seen: Path
    slack_s: float
    _before: dict[int, int] = field(default_factory=dict)
    _launched: dict[int, float] = field(default_factory=dict)
    _entered: dict[int, float] = field(default_factory=dict)
    _filled: bool = False
    _thrown: float = 0.0

    def next_step(self, desk: Desk) -> Step | None:
        """Return what somebody does now, None while everybody waits."""
        self._throw(desk)
        for offer in desk["offers"]:
            changes = self._takes(offer, desk) if offer["refusal"] is None else None
            if changes is not None:
                return Step(self._by(offer, desk), changes, desk["now"])
        return None

    def finished(self, desk: Desk) -> bool:
        """Return whether the day has been played and closed."""
        return desk["session"] is None and desk["games"] >= self.plan.spins

    def _by(self, offer: Mapping[str, Any], desk: Desk) -> Mapping[str, Any]:
        """Return an offer as who is on duty takes it."""
        if offer["post"] != "croupier":
            return offer
        return {**offer, "person": self.croupiers[desk["games"] > self.plan.relief]}

    def _throw(self, desk: Desk) -> None:
        """Throw the ball where bets are open, again until the wheel has it."""
        spin, now = desk["spin"], time.monotonic()
        if spin is None or spin["phase"] != "bets" or desk["suspended"] or now < self._thrown + 0.5:
            return
        number = spin["number"]
        if number not in self._before and number == self.plan.void:
            self.wheel("flag 1")
        if number not in self._before and number == self.plan.disagreement:
            self.wheel("stray 13")
        # A ball of the spin before may still run: where it comes to rest is not this one's number.
        self._before[number] = len(self._seen())
        self._thrown = now
        self.wheel("spin")

    def _takes(self, offer: Mapping[str, Any], desk: Desk) -> Mapping[str, Any] | None:
        """Return what somebody enters for this step now, None if nobody takes it."""
        left, spin = self.plan.spins - desk["games"], desk["spin"]
        match offer["command"]:
            case "OpenSession" | "OpenBets":
                return {} if left > 0 and not self._fill_is_due(desk) else None
            case "InspectWheel" if not offer["body"]["ball"]:
                return {"ball": "B-12", "level": "0,1 mm/m"}
            case "OpenTable":
                return {"pieces": _counted(offer, _FLOAT)} if left > 0 else None
            case "FillTable" if self._fill_is_due(desk):
                self._filled = True
                return {"slip": "R-0001", "pieces": _counted(offer, _FILL)}
            case "CloseTable" if left <= 0:
                return {"pieces": _counted(offer, _LEFT)}
            case "CloseSession" if left <= 0 and not desk["table"]:
                return {}
            case "CloseBets" | "EnterNumber" | "StopTable" | "ProposeNumber" | "ProposeVoidSpin":
                return self._at_the_wheel(offer["command"], spin)
            case command if command in _AS_OFFERED:
                return {}
        return None

    def _at_the_wheel(self, command: str, spin: Mapping[str, Any]) -> Mapping[str, Any] | None:
        number, stopped = spin["number"], spin["phase"] == "disputed"
        void, pocket = number == self.plan.void, self._pocket(number)
        match command:
            case "CloseBets":
                since = self._launched.setdefault(number, time.monotonic())
                return {} if time.monotonic() >= since + self.slack_s else None
            case "EnterNumber":
                return {"pocket": pocket} if pocket else None
            case "StopTable" if spin["entered"]:
                since = self._entered.setdefault(number, time.monotonic())
                return {"cause": "no number"} if time.monotonic() >= since + _DEAD_S else None
            case "ProposeNumber" if pocket and not void:
                return {"pocket": pocket, "reason": _REASON}
            case "ProposeVoidSpin" if void and stopped:
                return {"cause": "ball out", "reason": "La bola saltó de la ruleta al suelo."}
        return None

    def _fill_is_due(self, desk: Desk) -> bool:
        between = desk["spin"] is not None and desk["spin"]["phase"] in {"paid", "void"}
        return between and not self._filled and desk["games"] >= self.plan.fill

    def _pocket(self, number: int) -> str:
        """Return where the ball of a spin lies, as the croupier sees it; empty while it runs."""
        if number not in self._before:
            return ""
        return next(iter(self._seen()[self._before[number] :]), "")

    def _seen(self) -> list[str]:
        return _SEEN.findall(self.seen.read_text("utf-8"))


def _counted(offer: Mapping[str, Any], held: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return the pieces that are asked for, counted."""
    pieces = offer["body"]["pieces"]
    return [{**p, "count": held.get(p["value"], 0) if p["tender"] == "chip" else 0} for p in pieces]
