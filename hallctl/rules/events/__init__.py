"""What happened, past tense, frozen: the entries of the book.

Not responsible for when or by whom: the entry that carries an event carries its stamp and its actor. ``at``,
where an event has it, is monotonic milliseconds of the boot that wrote it, for durations only (I22).
"""

from hallctl.rules.events.base import (
    Contribution,
    Event,
    SoldRange,
)
from hallctl.rules.events.claims import (
    AnyMoreAsked,
    CardVerified,
    ClaimRaised,
    DrawResumed,
    GameFinished,
    PrizeAwarded,
    ProgressiveSeeded,
    RemainderBooked,
)
from hallctl.rules.events.closing import (
    CardsCollected,
    GameSigned,
    GameVoided,
    PrizePaid,
    VoidProposed,
)
from hallctl.rules.events.draw import (
    BallCalled,
    BallDoubted,
    BallDrawn,
    DrawStarted,
    DrumFilled,
    ExtractionOrdered,
)
from hallctl.rules.events.opening import (
    BallsCounted,
    BallSetMounted,
    BallSetRegistered,
    BallSetRetired,
    BallsLoaded,
    BookOpened,
    CheckPassed,
    DualPostNoted,
    LastGameAnnounced,
    MinimumDeclared,
    PlayersCounted,
    SeriesRegistered,
    SessionClosed,
    SessionOpened,
)
from hallctl.rules.events.running import (
    ControllerStarted,
    ControllerStopped,
    FaultAcknowledged,
    FaultEnded,
    FaultLatched,
    PlayContinued,
)
from hallctl.rules.events.sale import (
    CardsSold,
    GameAnnounced,
    SaleClosed,
)

__all__ = [
    "Contribution",
    "ProgressiveSeeded",
    "LastGameAnnounced",
    "PlayersCounted",
    "MinimumDeclared",
    "BallSetRetired",
    "DualPostNoted",
    "AnyMoreAsked",
    "BallCalled",
    "BallDoubted",
    "BallDrawn",
    "BallSetMounted",
    "BallSetRegistered",
    "BallsCounted",
    "BallsLoaded",
    "BookOpened",
    "CardVerified",
    "CardsCollected",
    "CardsSold",
    "CheckPassed",
    "ClaimRaised",
    "ControllerStarted",
    "ControllerStopped",
    "DrawResumed",
    "DrawStarted",
    "DrumFilled",
    "Event",
    "ExtractionOrdered",
    "FaultAcknowledged",
    "FaultEnded",
    "FaultLatched",
    "GameAnnounced",
    "GameFinished",
    "GameSigned",
    "GameVoided",
    "PlayContinued",
    "PrizeAwarded",
    "PrizePaid",
    "RemainderBooked",
    "SaleClosed",
    "SeriesRegistered",
    "SessionClosed",
    "SessionOpened",
    "SoldRange",
    "VoidProposed",
]
