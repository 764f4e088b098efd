"""The rule set of a hall: every number the rules use, with its approval. A game adds its own in a subclass.

Not responsible for reading files: profiles are read by ``hallctl.config.rules``.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Final, Self, TypeAlias

from hallctl.rules.cash import Pieces, Tender
from hallctl.rules.days import is_day
from hallctl.rules.witnesses import Witness

_CHOICES: Final = (
    ("extractor", ("", "pneumatic", "drum"), "AJ-22"),
    ("operation", ("automatic", "manual"), "AJ-22"),
    ("second_medium", ("stop", "continue"), "I1"),
    ("language", ("", "es", "pt", "en"), "PT-53"),
)


class RuleSetFaultsError(ValueError):
    """A rule set contradicts itself; ``problems`` has each fault."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """What the regulator approved for this hall, whatever is played (AJ-117).

    Attributes:
        name: The name of the rule set, e.g. "aj-bolivia".
        version: Its version.
        approval: The reference of the approval by the regulator (AJ-117).
        valid_from: The first day of the approval, e.g. "2026-01-01"; no session opens before it (AJ-117).
        valid_until: The last day of the approval; no session opens after it (AJ-117).
        currency: The symbol people read before amounts, e.g. "Bs".
        payment: What prizes are paid in, announced before each game: chips, money or goods (AJ-121, 122).
        notes: The values of the currency's notes, in minor units, as the cashier counts them (AJ-11).
        coins: Those of its coins.
        chips: Those of the hall's chips; none where prizes are not paid in chips.
        shifts: Whether games are played, and prizes paid, only with a cashier's shift open (AJ-11).
        seats: The authorised seated playing positions (AJ-01, 14).
        extractor: "pneumatic" or "drum" (AJ-22); empty where nothing is drawn from one.
        operation: "automatic", or "manual": the balls are then counted before the Director (AJ-22, 62).
        seller_may_pay: Whether one person may both sell cards and pay prizes (AJ-09, D16).
        complaint_needs_document: Whether a complaint needs the document of who makes it (AJ-56, D14).
        checks: The items to check before each session (AJ-60).
        witnesses: Which of "camera", "caller" and "machine" must agree on the number of a ball (I15). None
            named: the camera's word is enough, and by hand the caller's.
        second_medium: What a second medium that fails does: "stop" stops the hall until it is back; with
            "continue" the hall goes on with the book alone, minuted and shown (I1, I3).
        voice_calls: Whether a result counts as called once the hall's voice has said it to its end (AJ-08).
        language: The language that the hall has to speak, e.g. "pt" (PT-53); empty for whichever it likes.
    """

    name: str
    version: str
    approval: str
    valid_from: str
    valid_until: str
    currency: str
    payment: str
    notes: tuple[int, ...]
    coins: tuple[int, ...]
    chips: tuple[int, ...]
    shifts: bool
    seats: int
    extractor: str = ""
    operation: str = "manual"
    seller_may_pay: bool = False
    complaint_needs_document: bool
    checks: tuple[str, ...]
    witnesses: tuple[str, ...] = ()
    second_medium: str = "stop"
    voice_calls: bool = False
    language: str = ""

    def __post_init__(self) -> None:
        faults = list(self._faults())
        if faults:
            raise RuleSetFaultsError(faults)

    def _faults(self) -> Iterator[str]:
        """Yield what is wrong with the rule set itself; a game adds what is wrong with its own part."""
        if not (is_day(self.valid_from) and is_day(self.valid_until) and self.valid_from <= self.valid_until):
            yield "valid_from and valid_until are days as 2026-01-31, the first not after the last (AJ-117)"
        yield from self.not_chosen(_CHOICES)
        if self.seats < 1:
            yield "seats is at least 1 (AJ-01)"
        yield from self._faults_of_witnesses()
        yield from self._faults_of_denominations()

    def not_chosen(self, choices: Iterable[tuple[str, tuple[str, ...], str]]) -> Iterator[str]:
        """Yield which fields are none of their choices: each a field, its values and where they come from."""
        for field, values, source in choices:
            if getattr(self, field) not in values:
                yield f"{field} is {' or '.join(values)} ({source})"

    def faults_in_earnest(self) -> Iterator[str]:
        """Yield what only a practice hall may do, e.g. let results come too fast for players."""
        return iter(())

    def _faults_of_witnesses(self) -> Iterator[str]:
        if not self.witnesses:
            return
        known, named = set(Witness), set(self.witnesses)
        if named - known or len(named) < len(self.witnesses):
            yield f"witnesses are of {', '.join(Witness)}, each once (I15)"
        if self.operation == "automatic" and Witness.CAMERA not in named:
            yield "witnesses of an automatic extractor have the camera among them (I15)"
        if self.operation == "manual" and (Witness.CALLER not in named or Witness.MACHINE in named):
            yield "witnesses of a manual drum are the caller and, where there is one, the camera (AJ-08, 22)"

    def _faults_of_denominations(self) -> Iterator[str]:
        for name, values in (("notes", self.notes), ("coins", self.coins), ("chips", self.chips)):
            if len(set(values)) != len(values) or any(value < 1 for value in values):
                yield f"{name} are values above 0, each once (AJ-11)"

    @property
    def blank_count(self) -> tuple[Pieces, ...]:
        """Every denomination that a cashier counts, none of each: notes, coins, then chips (AJ-11)."""
        kinds = ((Tender.NOTE, self.notes), (Tender.COIN, self.coins), (Tender.CHIP, self.chips))
        return tuple(Pieces(tender, value, 0) for tender, values in kinds for value in values)

    @property
    def of_hall(self) -> Self:
        """The rule set that the book names as in force: this one, unless it is of some games only."""
        return self

    @property
    def several(self) -> bool:
        """Whether games of the hall are played by several rule sets."""
        return False

    def after(self, _: object) -> Self:
        """Return the rule set that holds after an event; a game may have several."""
        return self

    def _implied(self) -> dict[str, Any]:
        """Return the values that are left unsaid: a book from before such a field keeps its rule set."""
        return {"witnesses": (), "second_medium": "stop", "voice_calls": False, "language": ""}

    @classmethod
    def written_out(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what a file says with all that it only names in its place; a game has its own names.

        Raises:
            ValueError: It names what there is not.
        """
        return values

    def _values(self) -> dict[str, Any]:
        """Return every field as JSON values; a game leaves out what its parts leave unsaid."""
        return asdict(self)

    @property
    def text(self) -> str:
        """Every field as JSON, with sorted keys: what `digest` is over."""
        implied = self._implied()
        values = {name: v for name, v in self._values().items() if name not in implied or v != implied[name]}
        return json.dumps(values, sort_keys=True, ensure_ascii=False)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 in hex over `text`, by which the book names the rule set in force."""
        return hashlib.sha256(self.text.encode()).hexdigest()


GameRuleSet: TypeAlias = Any
"""The rule set as the functions that a game hands in take it: their own subclass of ``RuleSet``."""
