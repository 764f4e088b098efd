"""Which kinds of entries a person signs, in which post, and after whom: fixed by the format of the book.

A verifier demands signatures by this table, never by a book's own list. The rules of the hall have
their own (``hallctl.rules.signing``): how fresh an authentication must be. A test compares the two.
Not responsible for the signatures themselves (``signatures``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

JEFE: Final = "jefe"
DIRECTOR: Final = "director"


@dataclass(frozen=True, slots=True)
class Signing:
    """What the signature of one kind of entry needs.

    Attributes:
        posts: The posts of which one must be the actor's, and in the signer's certificate.
        after: The kind whose newest entry before it must be another person's; "" where one person decides.
        same: The key of the body in which the two have to agree; "" where none does.
    """

    posts: tuple[str, ...]
    after: str = ""
    same: str = ""


_HOUSE: Final[Mapping[str, Signing]] = {
    "BookClosed": Signing((DIRECTOR,), "ClosingProposed"),
    "BookOpened": Signing((DIRECTOR,)),
    "ClockReferenceProposed": Signing((JEFE,)),
    "ClockReferenceSet": Signing((DIRECTOR,), "ClockReferenceProposed"),
    "ClosingProposed": Signing((JEFE,)),
    "ComplaintFiled": Signing((JEFE, DIRECTOR)),
    "ComplaintResolved": Signing((DIRECTOR,)),
    "IncidentApproved": Signing((DIRECTOR,), "IncidentMinuted", "number"),
    "IncidentMinuted": Signing((JEFE,)),
    "MediumRepaired": Signing((DIRECTOR,), "RepairProposed"),
    "PrintingSuspended": Signing((DIRECTOR,), "PrintingSuspensionProposed"),
    "PrintingSuspensionProposed": Signing((JEFE,)),
    "RepairProposed": Signing((JEFE,)),
    "SessionClosed": Signing((JEFE,)),
    "SessionDayAgreed": Signing((DIRECTOR,), "SessionDayProposed"),
    "SessionDayProposed": Signing((JEFE,)),
    "SessionOpened": Signing((JEFE,)),
    "ShorterAccepted": Signing((DIRECTOR,), "RepairProposed"),
}
"""Whatever is played."""

_BINGO: Final[Mapping[str, Signing]] = {
    "BallSetMounted": Signing((DIRECTOR,)),
    "BallSetRetired": Signing((DIRECTOR,)),
    "BingoCarried": Signing((DIRECTOR,), "NoBingoProposed"),
    "DrawStarted": Signing((JEFE,)),
    "GameSigned": Signing((JEFE,)),
    "GameVoided": Signing((DIRECTOR,), "VoidProposed"),
    "ManualProposed": Signing((JEFE,)),
    "MeansChanged": Signing((DIRECTOR,), "ManualProposed"),
    "NoBingoProposed": Signing((JEFE,)),
    "VoidProposed": Signing((JEFE,)),
    "WrongCallSettled": Signing((DIRECTOR,)),
}

_ROULETTE: Final[Mapping[str, Signing]] = {
    "NumberApproved": Signing((DIRECTOR,), "NumberProposed"),
    "NumberProposed": Signing((JEFE,)),
    "SpinVoidProposed": Signing((JEFE,)),
    "SpinVoided": Signing((DIRECTOR,), "SpinVoidProposed"),
    "TableClosed": Signing((JEFE,)),
    "TableCredited": Signing((JEFE,)),
    "TableFilled": Signing((JEFE,)),
    "TableOpened": Signing((JEFE,)),
    "WheelInspected": Signing((JEFE,)),
    "WheelRegistered": Signing((JEFE, DIRECTOR)),
}

_BACCARAT: Final[Mapping[str, Signing]] = {
    "CorrectionProposed": Signing((JEFE,)),
    "DecksDestroyed": Signing((JEFE,)),
    "DecksInspected": Signing((JEFE,)),
    "InspectionAgreed": Signing((DIRECTOR,), "DecksInspected"),
    "RoundCorrected": Signing((DIRECTOR,), "CorrectionProposed"),
    "RoundVoidProposed": Signing((JEFE,)),
    "RoundVoided": Signing((DIRECTOR,), "RoundVoidProposed"),
    "ShoeApproved": Signing((DIRECTOR,), "ShoeClosed"),
    "ShoeClosed": Signing((JEFE,)),
    "ShoeRegistered": Signing((JEFE, DIRECTOR)),
    "TableClosed": Signing((JEFE,)),
    "TableCredited": Signing((JEFE,)),
    "TableFilled": Signing((JEFE,)),
    "TableOpened": Signing((JEFE,)),
    "UntoldAgreed": Signing((DIRECTOR,), "UntoldProposed"),
    "UntoldProposed": Signing((JEFE,)),
}

SIGNING: Final[Mapping[str, Signing]] = {**_HOUSE, **_BINGO, **_ROULETTE, **_BACCARAT}
"""The kinds of entries that are signed in format 3."""


def kinds(game: str) -> tuple[str, ...]:
    """Return the kinds that are signed in a volume of a game, as its opening diligence lists them.

    A game that the format does not know has the list of bingo, as a volume has that names none.
    """
    return tuple(sorted({**_HOUSE, **_OF_GAMES.get(game, _BINGO)}))


_OF_GAMES: Final[Mapping[str, Mapping[str, Signing]]] = {
    "bingo": _BINGO,
    "roulette": _ROULETTE,
    "baccarat": _BACCARAT,
}

KINDS: Final = kinds("bingo")
"""Those of a volume that names no game."""

WITHDRAWN: Final = "ProposalWithdrawn"
"""The kind of an entry that takes back the proposal of the kind in its ``proposal``."""

PROPOSALS: Final = {signing.after: signing.same for signing in SIGNING.values() if signing.after}
"""The kinds that one person decides after another, with the key of the body that tells them apart."""
