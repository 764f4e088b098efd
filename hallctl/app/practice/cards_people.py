"""The people of a practice baccarat table: they look at the desk, and take the next step of their post.

Not responsible for the rules: a step that is not offered is not taken. The croupier draws the cards from a
simulated shoe, which tells them to the controller by itself.
"""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hallctl.app.practice.people import Desk, Step

_AS_OFFERED: Final = frozenset(
    {
        "OpenBook",
        "ContinuePlay",
        "AcknowledgeFault",
        "RegisterShoe",
        "PassCheck",
        "InspectDecks",
        "AgreeInspection",
    }
    | {"ShuffleCards", "CutCards", "PlaceCutCard", "LoadShoe", "ApproveShoe", "CloseBets"}
    | {"TurnCards", "ConfirmResult", "CollectLosers", "PayWinners", "ApproveCorrection", "ApproveVoidRound"}
    | {"ApproveUntold"}
)
"""The steps people take just as the desk offers them."""

_BURNT: Final = re.compile(r"^quemadas: (.+)$", re.MULTILINE)
_DEALT: Final = re.compile(r"^ronda (\d+): (.+) \| (.+)$", re.MULTILINE)
_FLOAT: Final = {10_000_000: 4, 1_000_000: 20, 100_000: 50, 50_000: 100, 10_000: 200, 500: 200}
_LEFT: Final = {10_000_000: 4, 1_000_000: 21, 100_000: 47, 50_000: 96, 10_000: 214, 500: 190}
_LOT: Final = "2026-1187"
_TELLS_S: Final = 12.0
"""How long the shoe takes to tell a round at its own pace, in seconds; it tells each card for one."""
_LISTENS_S: Final = 3.0
"""How long people wait for what the shoe repeats before they say what it did not tell, in seconds."""


@dataclass(frozen=True)
class Plan:
    """What happens in the shoe.

    Attributes:
        demonstrations: How many rounds without bets it begins with.
        error: In which round the shoe names the other side for a card.
        void: In which it cannot read a card, and the round is void.
    """

    demonstrations: int = 1
    error: int = 4
    void: int = 7


@dataclass
class CardsPeople:
    """Everybody at the table.

    Attributes:
        plan: What happens.
        viewer: Who looks at the desk while nobody takes a step.
        shoe: Tells the simulated shoe what to do.
        seen: Where the simulated shoe writes what it did.
        pace: How many times faster than a hand it deals.
    """

    plan: Plan
    viewer: str
    shoe: Callable[[str], None]
    seen: Path
    pace: float
    _told: set[str] = field(default_factory=set)
    _quiet: float = 0.0
    _asked: float = 0.0
    _since: float = 0.0
    _signed: bool = False
    _destroyed: bool = False

    def next_step(self, desk: Desk) -> Step | None:
        """Return what somebody does now, None while everybody waits."""
        self._work_the_shoe(desk)
        for offer in desk["offers"]:
            changes = self._takes(offer, desk) if offer["refusal"] is None else None
            if changes is not None:
                return Step(offer, changes, desk["now"])
        return None

    def finished(self, desk: Desk) -> bool:
        """Return whether the shoe was played, its decks destroyed and the day closed."""
        return desk["session"] is None and self._destroyed

    def _work_the_shoe(self, desk: Desk) -> None:
        """Load it, burn, or deal a round, each once."""
        shoe, round_ = desk["shoe"], desk["round"]
        if shoe is None or desk["suspended"]:
            return
        if shoe["stage"] == "marked":
            self._tell("load")
        if shoe["stage"] == "loaded":
            self._tell("burn")
        if round_ is None or round_["phase"] != "dealing" or round_["drawn"]:
            return
        number = round_["number"]
        if f"deal {number}" not in self._told:
            if number == self.plan.error:
                self.shoe("side")
            if number == self.plan.void:
                self.shoe("unread")
            self._tell("deal", f"deal {number}")

    def _tell(self, order: str, name: str = "") -> None:
        name = name or order
        if name not in self._told:
            self._told.add(name)
            self._quiet = time.monotonic() + _TELLS_S / self.pace
            self.shoe(order)

    def _takes(self, offer: Mapping[str, Any], desk: Desk) -> Mapping[str, Any] | None:
        """Return what somebody enters for this step now, None if nobody takes it."""
        match offer["command"]:
            case "OpenSession" | "ReceiveDecks" | "OpenTable" | "BeginShoe" if not self._signed:
                return self._at_the_beginning(offer)
            case "BurnCards":
                return {} if self._silent else None
            case "ProposeUntold":
                return self._says_untold(offer, desk)
            case "OpenDemonstration" | "OpenBets" as command:
                return self._opens(command == "OpenDemonstration")
            case "ProposeCorrection" | "ProposeVoidRound" as command:
                return self._of_dispute(command, desk)
            case "CloseShoe" | "WithdrawDecks" | "DestroyDecks" | "CloseTable" | "CloseSession" as command:
                return self._at_the_end(command, offer, desk)
            case "ApproveShoe":
                self._signed = True
                return {}
            case command if command in _AS_OFFERED:
                return {}
        return None

    def _at_the_beginning(self, offer: Mapping[str, Any]) -> Mapping[str, Any] | None:
        match offer["command"]:
            case "OpenTable":
                return {"pieces": _counted(offer, _FLOAT)}
            case "ReceiveDecks":
                new = "lot" not in self._told
                self._told.add("lot")
                return {"lot": _LOT, "maker": "Angel"} if new else None
        return {}

    def _opens(self, demonstration: bool) -> Mapping[str, Any] | None:
        """Open the next round once the shoe is silent: first those without bets."""
        made = sum(each.startswith("demonstration") for each in self._told)
        if not self._silent or demonstration is not (made < self.plan.demonstrations):
            return None
        if demonstration:
            self._told.add(f"demonstration {made}")
        return {}

    def _of_dispute(self, command: str, desk: Desk) -> Mapping[str, Any] | None:
        round_ = desk["round"]
        if round_["phase"] != "disputed" or not self._silent:
            return None
        void = round_["number"] == self.plan.void
        if command == "ProposeVoidRound":
            return {"reason": "No se sabe qué carta salió, y otra se mezcló con ella"} if void else None
        if void:
            return None
        return {"cards": self._dealt(round_["number"]), "reason": "Así están las cartas sobre la mesa"}

    def _says_untold(self, offer: Mapping[str, Any], desk: Desk) -> Mapping[str, Any] | None:
        """Say what left the shoe and the hall did not hear: of the first cards, the first and how many."""
        if not self._silent or not self._listened():
            return None
        if desk["shoe"]["stage"] != "loaded":
            return {"reason": "No salió ninguna carta"} if offer["waited"] else None
        first, *more = self._burnt()
        return {"cards": " ".join([first, *"?" * len(more)]), "reason": "El distribuidor no las dijo todas"}

    def _at_the_end(self, command: str, offer: Mapping[str, Any], desk: Desk) -> Mapping[str, Any] | None:
        shoe, round_ = desk["shoe"], desk["round"]
        match command:
            case "CloseShoe":
                over = shoe["last"] is not None and round_ is not None and round_["number"] >= shoe["last"]
                return {} if over and self._silent else None
            case "WithdrawDecks" if self._signed:
                return {"reason": "Fin de la partida"}
            case "DestroyDecks" if self._signed:
                self._destroyed = True
                return {"witness": "Rui Tavares, DICJ"}
            case "CloseTable" if self._destroyed:
                return {"pieces": _counted(offer, _LEFT)}
            case "CloseSession" if self._destroyed and not desk["table"]:
                return {}
        return None

    @property
    def _silent(self) -> bool:
        """Whether the shoe has told all that was drawn."""
        return time.monotonic() >= self._quiet

    def _listened(self) -> bool:
        """Whether the hall had time to hear the shoe's last message, which it repeats."""
        now = time.monotonic()
        if now - self._asked > _LISTENS_S:
            self._since = now
        self._asked = now
        return now - self._since > _LISTENS_S

    def _burnt(self) -> list[str]:
        """Return the cards that were burnt, as they lie on the table."""
        found: list[str] = _BURNT.findall(self.seen.read_text("utf-8"))
        return found[0].split()

    def _dealt(self, number: int) -> str:
        """Return the cards of a round as they lie on the table, in the order of the shoe."""
        rounds = {int(n): (p.split(), b.split()) for n, p, b in _DEALT.findall(self.seen.read_text("utf-8"))}
        player, banker = rounds[number]
        return " ".join([player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]])


def _counted(offer: Mapping[str, Any], held: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return the pieces that are asked for, counted."""
    pieces = offer["body"]["pieces"]
    return [{**p, "count": held.get(p["value"], 0) if p["tender"] == "chip" else 0} for p in pieces]
