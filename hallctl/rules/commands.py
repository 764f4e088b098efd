"""What people and the controller may ask of the rules: imperative, frozen.

Not responsible for who is logged in: whoever issues a command answers for the actor's identity.
"""

from dataclasses import dataclass
from enum import StrEnum


class Post(StrEnum):
    """The posts of the hall (AJ-01..13), and the controller itself."""

    DIRECTOR = "director"
    JEFE = "jefe"
    LOCUTOR = "locutor"
    VENDEDOR = "vendedor"
    CAJERO = "cajero"
    CONTROLLER = "controller"


class Claim(StrEnum):
    """What a player may sing."""

    LINE = "line"
    BINGO = "bingo"


@dataclass(frozen=True, slots=True)
class Actor:
    """A person acting in one of their posts; the controller acts for the devices."""

    person: str
    post: Post


@dataclass(frozen=True, slots=True)
class Appointment:
    """A person named to a post for a session (AJ-13)."""

    post: Post
    person: str


@dataclass(frozen=True, slots=True)
class Command:
    """Something asked for; each subclass is one step of the hall."""


@dataclass(frozen=True, slots=True)
class Issued:
    """A command with its actor and its request id (I17)."""

    command: Command
    actor: Actor
    request: str


@dataclass(frozen=True, slots=True)
class OpenBook(Command):
    """Open the volume with its notarial diligence (AJ-39, 40)."""

    hall: str
    company: str
    licence: str
    volume: int
    folios: int
    notary: str
    notarised_on: str
    simulated: bool


@dataclass(frozen=True, slots=True)
class StartController(Command):
    """Say that the controller started, and how it had ended (I19)."""

    boot: str
    program: str
    ended: str


@dataclass(frozen=True, slots=True)
class StopController(Command):
    """Say that the controller ends in order."""


@dataclass(frozen=True, slots=True)
class ContinuePlay(Command):
    """Go on after a restart: nothing draws by itself (I4)."""


@dataclass(frozen=True, slots=True)
class RegisterSeries(Command):
    """Register a printed series of cards (AJ-20)."""

    letter: str
    identification: int
    face_value: int
    matrix: str


@dataclass(frozen=True, slots=True)
class RegisterBallSet(Command):
    """Register a complete set of balls (AJ-23)."""

    ball_set: str


@dataclass(frozen=True, slots=True)
class MountBallSet(Command):
    """Mount a ball set in the extractor, before the Director (AJ-28)."""

    ball_set: str


@dataclass(frozen=True, slots=True)
class OpenSession(Command):
    """Open a session with the people at its posts (AJ-13)."""

    appointments: tuple[Appointment, ...]


@dataclass(frozen=True, slots=True)
class PassCheck(Command):
    """Confirm that one item of material or installation works (AJ-60)."""

    item: str


@dataclass(frozen=True, slots=True)
class CountBalls(Command):
    """Count the balls one by one, with the ones found unsound (AJ-61..63, D10)."""

    numbers: tuple[int, ...]
    unsound: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LoadBalls(Command):
    """Put the counted balls into the extractor (AJ-64)."""


@dataclass(frozen=True, slots=True)
class ReportFilled(Command):
    """Report that the extractor has every ball in its drum again."""


@dataclass(frozen=True, slots=True)
class AnnounceGame(Command):
    """Announce the series on sale, its size and its face value (AJ-65)."""

    series: str


@dataclass(frozen=True, slots=True)
class SellCards(Command):
    """Sell the next cards of the series, in correlative order (AJ-66, 67)."""

    count: int


@dataclass(frozen=True, slots=True)
class CloseSale(Command):
    """Close the sale for good and announce cards and prizes (AJ-77, 82..84)."""


@dataclass(frozen=True, slots=True)
class StartDraw(Command):
    """Announce the beginning of the game: its diligence of commencement (AJ-78, 85)."""


@dataclass(frozen=True, slots=True)
class DrawBall(Command):
    """Ask the extractor for one ball (AJ-86)."""


@dataclass(frozen=True, slots=True)
class ReportBall(Command):
    """Report the ball that the camera read, with the digest of its picture."""

    serial: int
    ball: int
    picture: str


@dataclass(frozen=True, slots=True)
class ReportDoubt(Command):
    """Report that a ball came out and its number is not certain (I15)."""

    serial: int
    candidates: tuple[int, ...]
    reason: str
    picture: str


@dataclass(frozen=True, slots=True)
class SettleBall(Command):
    """Say which ball came out where the camera is in doubt."""

    ball: int


@dataclass(frozen=True, slots=True)
class CallBall(Command):
    """Confirm that the ball was called aloud (AJ-08, 86)."""

    ball: int


@dataclass(frozen=True, slots=True)
class StopForClaim(Command):
    """Stop the draw: a player sang (AJ-93)."""

    claim: Claim


@dataclass(frozen=True, slots=True)
class VerifyCard(Command):
    """Verify a sung card against the matrix and the called balls (AJ-94..96)."""

    claim: Claim
    series: str
    card: int


@dataclass(frozen=True, slots=True)
class AskAnyMore(Command):
    """Ask "¿alguna línea más?" or "¿algún bingo más?" (AJ-100)."""


@dataclass(frozen=True, slots=True)
class ResumeDraw(Command):
    """Order play to go on; claims on this stop are then lost (AJ-97, 98, 101)."""


@dataclass(frozen=True, slots=True)
class FinishGame(Command):
    """End the game on a good bingo (AJ-99, 101)."""


@dataclass(frozen=True, slots=True)
class PayPrize(Command):
    """Pay one awarded prize in chips (AJ-99, 121)."""

    claim: Claim
    series: str
    card: int


@dataclass(frozen=True, slots=True)
class CollectCards(Command):
    """Confirm that the played cards were taken back (AJ-75, 76)."""

    count: int


@dataclass(frozen=True, slots=True)
class ProposeVoid(Command):
    """Propose to void the game (AJ-110)."""

    reason: str


@dataclass(frozen=True, slots=True)
class ApproveVoid(Command):
    """Approve, as Director, that the game is void (AJ-110, 111)."""


@dataclass(frozen=True, slots=True)
class SignGame(Command):
    """Sign the closing diligence of the game (AJ-52)."""


@dataclass(frozen=True, slots=True)
class CloseSession(Command):
    """Close the session after the last count."""


@dataclass(frozen=True, slots=True)
class ReportFault(Command):
    """Report a fault of a device, which latches (I14)."""

    device: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class ReportRecovery(Command):
    """Report that the cause of a fault is gone; the fault stays latched."""

    device: str
    code: str


@dataclass(frozen=True, slots=True)
class AcknowledgeFault(Command):
    """Acknowledge a fault whose cause is gone (I14)."""

    device: str
    code: str
