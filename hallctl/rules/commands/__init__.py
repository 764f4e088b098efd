"""What people and the controller may ask of the rules: imperative, frozen.

Not responsible for who is logged in: whoever issues a command answers for the actor's identity.
"""

from hallctl.rules.commands.base import (
    Actor,
    Appointment,
    Claim,
    Command,
    Issued,
    Post,
)
from hallctl.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayPrize,
    ProposeVoid,
    SignGame,
)
from hallctl.rules.commands.draw import (
    CallBall,
    DrawBall,
    ReportBall,
    ReportDoubt,
    ReportFilled,
    SettleBall,
    StartDraw,
)
from hallctl.rules.commands.opening import (
    AnnounceLastGame,
    CloseSession,
    CountBalls,
    CountPlayers,
    DeclareMinimum,
    LoadBalls,
    MountBallSet,
    OpenBook,
    OpenSession,
    PassCheck,
    RegisterBallSet,
    RegisterSeries,
    RetireBallSet,
)
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    ContinuePlay,
    ReportFault,
    ReportRecovery,
    StartController,
    StopController,
)
from hallctl.rules.commands.sale import (
    AnnounceGame,
    CloseSale,
    SellCards,
)

__all__ = [
    "AnnounceLastGame",
    "CountPlayers",
    "DeclareMinimum",
    "RetireBallSet",
    "AcknowledgeFault",
    "Actor",
    "AnnounceGame",
    "Appointment",
    "ApproveVoid",
    "AskAnyMore",
    "CallBall",
    "Claim",
    "CloseSale",
    "CloseSession",
    "CollectCards",
    "Command",
    "ContinuePlay",
    "CountBalls",
    "DrawBall",
    "FinishGame",
    "Issued",
    "LoadBalls",
    "MountBallSet",
    "OpenBook",
    "OpenSession",
    "PassCheck",
    "PayPrize",
    "Post",
    "ProposeVoid",
    "RegisterBallSet",
    "RegisterSeries",
    "ReportBall",
    "ReportDoubt",
    "ReportFault",
    "ReportFilled",
    "ReportRecovery",
    "ResumeDraw",
    "SellCards",
    "SettleBall",
    "SignGame",
    "StartController",
    "StartDraw",
    "StopController",
    "StopForClaim",
    "VerifyCard",
]
