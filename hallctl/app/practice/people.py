"""The people of a practice session: they look at the desk, and take the next step of their post.

Not responsible for the rules: a step that is not offered is not taken. They remember nothing; what the desk
shows is all they go by, so a controller that dies and comes back finds them where it left off.
"""

import http.client
import json
import random
import urllib.error
import urllib.request
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hallctl.app.practice.keys import PASSPHRASE
from hallctl.games.bingo.rules.cards import Matrix, full_line
from hallctl.games.bingo.variants.aj import AJ_90, AJ_LINES
from hallctl.games.bingo.variants.combination import Form, Line

Desk = Mapping[str, Any]

_FALSE_CLAIM_AFTER: Final = 8
"""After how many balls a player sings a line they do not have."""

_SEVERAL_SINGERS: Final = 3
"""How many players sing together at most."""

_AS_OFFERED: Final = frozenset(
    {"OpenBook", "ContinuePlay", "AcknowledgeFault", "RegisterSeries", "RegisterBallSet", "MountBallSet"}
    | {"PassCheck", "CloseSale", "StartDraw", "CallBall", "AskAnyMore", "ResumeDraw", "FinishGame"}
    | {"PayPrize", "PayPrizes", "PayRefunds", "CollectCards", "SignGame", "FillDrum", "DrawBall"}
)
"""The steps people take just as the desk offers them."""

_SALES: Final = (6, 12, 18, 24)

Forms = Mapping[str, tuple[Line | Form, ...]]
"""What wins each prize, by its key, in the order of the prizes."""

AJ_FORMS: Final[Forms] = {"line": AJ_LINES, "bingo": (Form(tuple(range(AJ_90.cells))),)}


@dataclass(frozen=True, slots=True)
class Step:
    """A step somebody takes: an offer of the desk, with what they entered, and when they looked at it."""

    offer: Mapping[str, Any]
    changes: Mapping[str, Any]
    heard: int

    @property
    def person(self) -> str:
        """Who takes it."""
        person: str = self.offer["person"]
        return person

    def request(self) -> dict[str, Any]:
        """Return the body of the console's command, with a fresh request id."""
        return {
            "request": uuid.uuid4().hex,
            "post": self.offer["post"],
            "command": self.offer["command"],
            "body": {**self.offer["body"], **self.changes},
            "seen": self.offer["seen"],
            "heard": self.heard,
        }


@dataclass(frozen=True)
class People:
    """Everybody in the hall.

    Attributes:
        matrix: The cards, which the players hold in their hands.
        plant: The balls of the practice hall; the locutor holds the ball of the exit and reads it.
        cards: How many cards are sold in a game.
        games: How many games the session has.
        viewer: Who looks at the desk while nobody takes a step.
        forms: What wins each prize.
    """

    matrix: Matrix
    plant: Path
    cards: int
    games: int
    viewer: str
    forms: Forms = field(default_factory=lambda: AJ_FORMS)

    def next_step(self, desk: Desk) -> Step | None:
        """Return what somebody does now, None while everybody waits."""
        open_offers = [offer for offer in desk["offers"] if offer["refusal"] is None]
        for offer in open_offers:
            changes = self._takes(offer, desk)
            if changes is not None:
                return Step(offer, changes, desk["now"])
        return None

    def finished(self, desk: Desk) -> bool:
        """Return whether the session has been played and closed."""
        return desk["session"] is None and desk["game"] is None and desk["games"] >= self.games

    def _takes(self, offer: Mapping[str, Any], desk: Desk) -> Mapping[str, Any] | None:
        """Return what somebody enters for this step now, None if nobody takes it."""
        game = desk["game"]
        match offer["command"]:
            case "AnnounceGame" | "OpenSession" | "LoadBalls":
                return {} if desk["games"] < self.games else None
            case "CloseSession" | "CountBalls":
                early = offer["command"] == "CountBalls" and not desk["loaded"]
                return {} if early or desk["games"] >= self.games else None
            case "SellCards":
                return self._sale(game)
            case "SettleBall":
                return self._look_at_ball()
            case "DrawBall" | "EnterBall" if any(self._singers(game, prize) for prize in self.forms):
                return None
            case "EnterBall":
                # A ball of the machine stands at the exit; by hand, one is taken out of the drum.
                return self._take_out(game) if game["pending"] is None else self._look_at_ball()
            case "StopForClaim":
                return {} if self._sings(game, offer["body"]["claim"]) else None
            case "VerifyCard":
                return self._named(offer, self._hands_over(game, offer["body"]["claim"]))
            case command:
                return {} if command in _AS_OFFERED else None

    def _sale(self, game: Mapping[str, Any]) -> Mapping[str, Any] | None:
        left = self.cards - game["cards"]
        lots = sum(1 for size in _SALES if size <= left)
        return {"count": min(left, _SALES[max(0, lots - 1)])} if left > 0 else None

    def _look_at_ball(self) -> Mapping[str, Any] | None:
        plant = json.loads(self.plant.read_text("utf-8"))
        ink = plant["ink"].get(str(plant["exit"]))
        # A ball without a number is read from the number that its maker's list gives it.
        return {"ball": int(ink if ink is not None else plant["exit"])}

    def _take_out(self, game: Mapping[str, Any]) -> Mapping[str, Any]:
        """Take a ball out of the drum, the same one for as long as it is not called."""
        called = set(game["called_balls"])
        left = [ball for ball in range(1, self.matrix.variant.universe + 1) if ball not in called]
        return {"ball": random.Random(f"{game['number']}/{len(called)}").choice(left)}

    def _sings(self, game: Mapping[str, Any], claim: str) -> bool:
        if self._singers(game, claim):
            return True
        first, *_, last = self.forms
        if claim != first or game["claims"] or self._singers(game, last):
            return False
        return len(game["called_balls"]) >= _FALSE_CLAIM_AFTER

    def _hands_over(self, game: Mapping[str, Any], claim: str) -> Mapping[str, Any] | None:
        """Return the next card for the jefe to verify, None when nobody has another."""
        verified = {card["card"] for card in game["verified"] if card["claim"] == claim}
        for card in self._singers(game, claim):
            if card not in verified:
                return {"card": card}
        if verified:
            return None
        first = next(sold["first"] for sold in game["sold"])
        return {"card": first + 2}

    def _named(self, offer: Mapping[str, Any], changes: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Add who presents a card, where the desk asks for it; each card here is another player's."""
        asked = {question["field"] for question in offer["questions"]}
        if changes is None or "document" not in asked:
            return changes
        return {**changes, "player": f"Jugador {changes['card']}", "document": f"CI {changes['card']}"}

    def _singers(self, game: Mapping[str, Any], claim: str) -> list[int]:
        """Return the first cards that hold what may be sung now."""
        called = frozenset(game["called_balls"])
        if any(award["prize"]["claim"] == claim for award in game["awards"]):
            return []
        held, forms = [], self.forms[claim]
        for sold in game["sold"]:
            for number in range(sold["first"], sold["last"] + 1):
                if full_line(self.matrix.card(number), forms, called) is not None:
                    held.append(number)
        return held[:_SEVERAL_SINGERS]


class ConsoleClient:
    """The console as a program of people's uses it: each enters with the passphrase everybody has there."""

    def __init__(self, url: str, viewer: str) -> None:
        """Speak to a console.

        Args:
            url: Its address.
            viewer: Who looks at the desk while nobody takes a step.
        """
        self._url = url
        self._viewer = viewer
        self._tokens: dict[str, str] = {}

    def desk(self) -> Desk:
        """Return what the desk shows.

        Raises:
            OSError: If the controller does not answer.
        """
        return self._as(self._viewer, "/api/desk", None)

    def unlock(self, person: str) -> None:
        """Unlock a person's key.

        Raises:
            OSError: If the controller does not answer.
        """
        self._as(person, "/api/keys", {"secret": PASSPHRASE})

    def prove(self, person: str) -> None:
        """Have a person authenticate again.

        Raises:
            OSError: If the controller does not answer.
        """
        self._as(person, "/api/proof", {"secret": PASSPHRASE})

    def take(self, person: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Take a step and return its outcome: "done" or "refusal".

        Raises:
            OSError: If the controller does not answer; the same request asks whether the step was taken.
        """
        return self._as(person, "/api/commands", request)

    def _as(self, person: str, path: str, body: Mapping[str, Any] | None) -> Mapping[str, Any]:
        """Ask as a person, who enters first where they have not, or where their session ended."""
        if person not in self._tokens:
            entering = {"person": person, "passphrase": PASSPHRASE}
            self._tokens[person] = self._answer("/api/session", entering, "")["token"]
        try:
            return self._answer(path, body, self._tokens[person])
        except urllib.error.HTTPError as error:
            if error.code == 401:
                del self._tokens[person]
            raise

    def _answer(self, path: str, body: Mapping[str, Any] | None, token: str) -> Mapping[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        try:
            return _read(_spoken(urllib.request.Request(f"{self._url}{path}", data, headers)))
        except http.client.HTTPException as error:
            # A controller that dies in the middle of an answer leaves half of one.
            raise ConnectionResetError(f"{self._url}: {error!r}") from error


def _spoken(request: urllib.request.Request) -> bytes:
    """Return the answer's body; a refusal is an answer like any other."""
    try:
        with urllib.request.urlopen(request, timeout=15) as answer:
            body: bytes = answer.read()
    except urllib.error.HTTPError as error:
        with error:
            if error.code not in {403, 409}:
                raise
            body = error.read()
    return body


def _read(body: bytes) -> Mapping[str, Any]:
    read: Mapping[str, Any] = json.loads(body)
    return read
