"""A small volume: two games, one of them void, an incident, a complaint and a change of balls."""

import base64
import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.documents.prizes import prize_book
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import FinishGame, ResumeDraw
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, CollectCards, ProposeVoid, SignGame
from hallctl.games.bingo.rules.commands.opening import (
    CountBalls,
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
    RetireBallSet,
)
from hallctl.games.bingo.rules.events.opening import BallSetMounted, BallSetRetired
from hallctl.games.bingo.rules.folding.changes import with_game
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import STEPS, decide, fold
from hallctl.minutes.note import verifier_of
from hallctl.outputs.folios.complaints import complaints_book
from hallctl.outputs.folios.values import NO_HASH, Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.binding import Binding, Signatory, VolumeEnd
from hallctl.rules.commands.base import Actor, Appointment, Command, Issued, Post
from hallctl.rules.commands.incidents import ApproveIncident, FileComplaint, MinuteIncident, ResolveComplaint
from hallctl.rules.commands.running import StartController
from hallctl.rules.commands.session import CloseSession, OpenSession, PassCheck
from hallctl.rules.commands.volumes import CloseBook, OpenBook, ProposeClosing
from hallctl.rules.deciding.context import Context
from hallctl.rules.events.base import Event
from hallctl.rules.events.incidents import ComplaintResolved, IncidentApproved
from hallctl.rules.events.volumes import BookClosed, BookOpened
from tests.hallctl.bingo import folios
from tests.hallctl.games.bingo.rules.night import DAY, MATRIX, PEOPLE, RULES, Night

ACTOR = "jefe:Ana Quispe Mamani"
DIRECTOR = "director:Marta Choque Rojas"
DIRECTORS = (
    BookOpened,
    BookClosed,
    BallSetMounted,
    BallSetRetired,
    IncidentApproved,
    ComplaintResolved,
)
"""What only the Director does."""
START = datetime(2026, 11, 20, 20, 41, tzinfo=UTC)
NAMES = {
    **PEOPLE,
    Post.DIRECTOR: "Marta Choque Rojas",
    Post.JEFE: "Ana Quispe Mamani",
    Post.LOCUTOR: "Luis Vargas Flores",
}
POTS = (
    Progressive("Pozo Oro", "bingo", 100_000, 200, 10_000_000, 20),
    Progressive("Pozo Plata", "line", 50_000, 100, 10_000_000, 90),
)
VOLUME_RULES = replace(RULES, house_bp=RULES.house_bp - 300, progressives=POTS)
APPOINTMENTS = tuple(Appointment(post, name) for post, name in NAMES.items() if post is not Post.CONTROLLER)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


LETTERHEAD = Letterhead(tax_id="1028374021", place="Av. 16 de Julio n.º 1490, La Paz")
CERTIFICATES = {name: base64.b64encode(name.encode()).decode() for name in NAMES.values()}
SIGNING = {
    NAMES[Post.DIRECTOR]: ("director",),
    NAMES[Post.JEFE]: ("jefe",),
    NAMES[Post.LOCUTOR]: ("locutor", "vendedor"),
    NAMES[Post.CAJERO]: ("cajero",),
    NAMES[Post.JEFE_SALA]: ("jefe de sala",),
}
BINDING = Binding(
    origin="illimani.example/libro/tomo-0001",
    controller=str(verifier_of("illimani.example/libro", Ed25519PrivateKey.from_private_bytes(b"k" * 32))),
    authority=base64.b64encode(b"authority").decode(),
    people=tuple(Signatory(name, posts, CERTIFICATES[name]) for name, posts in SIGNING.items()),
    program=f"hallctl 0.3.0 {digest('program')}",
    clock="sincronizado por NTP",
)


class Evening(Night):
    """A night whose people have whole names, and whose paper is planned as the hall plans it."""

    def __init__(self, rules=VOLUME_RULES, letterhead=LETTERHEAD):
        super().__init__(rules)
        self.paperwork = BingoPaperwork(letterhead)

    def answer(self, command: Command, post: Post | None = None, person: str | None = None):
        post = post or STEPS[type(command)].posts[0]
        actor = Actor(person or NAMES[post], post)
        planned = self.paperwork.planned(command, self.state, Context(actor, self.now))
        return decide(self.state, Issued(planned, actor, ""), self.now)

    def do(self, *commands: Command):
        happened: tuple[Event, ...] = ()
        for command in commands:
            for event in super().do(command):
                self.paperwork.take(event)
                happened += (event,)
        return happened


OPENING = OpenBook(
    hall="Sala Illimani",
    company="Bingos del Altiplano S.R.L.",
    licence="Resolución AJ 08-00041-26",
    volume=1,
    folios=500,
    notary="Notaría de Fe Pública n.º 7",
    notarised_on="20/11/2026",
    simulated=False,
    binding=BINDING,
)


def opened(*, simulated=False, rules=VOLUME_RULES) -> Evening:
    """Open the volume and a session."""
    night = Evening(rules)
    night.do(
        replace(OPENING, simulated=simulated),
        StartController("b1", "test", "first"),
        RegisterSeries("A", 1042, 500, MATRIX.digest),
        *(RegisterBallSet(name) for name in ("J-01", "J-02", "J-03")),
        MountBallSet("J-01"),
        OpenSession(APPOINTMENTS, DAY),
        *(PassCheck(item) for item in rules.checks),
        CountBalls(tuple(range(1, 91)), ()),
        LoadBalls(),
    )
    return night


def played(*, simulated=False) -> Evening:
    """Play the volume up to the close of its session."""
    night = opened(simulated=simulated)
    night.start(147)
    of_the_card = {number for row in MATRIX.card(5).rows for number in row}
    for ball in [number for number in range(1, 91) if number not in of_the_card][:48]:
        night.draw(ball)
    night.won()
    night.settled()
    void(night)
    everything = tuple(range(1, 91))
    night.do(RetireBallSet("J-01", "bola 38 astillada"), MountBallSet("J-02"))
    night.do(CountBalls(everything, ()), LoadBalls(), CountBalls(everything, ()))
    night.do(CloseSession())
    return night


def closed(night: Evening) -> Evening:
    """Close the volume."""
    night.do(ProposeClosing())
    night.do(CloseBook(len(night.events), digest("root"), digest(str(len(night.events)))))
    return night


def win(night: Evening, card: int, *others: int) -> None:
    """Let a sold card win the bingo, and settle the game; other cards are sung with it."""
    night.call_card(card)
    night.claim(Claim.BINGO, card, *others)
    night.ask()
    night.do(FinishGame())
    night.settled()


def following(night: Evening) -> Evening:
    """Close the volume of a night, if it is open; open the next one, and play a game in it."""
    first = len(night.events if night.state.book is None else closed(night).events)
    end = VolumeEnd(1, first, digest("root 1"), digest(str(first)))
    binding = replace(BINDING, origin="illimani.example/libro/tomo-0002", previous=end)
    night.do(replace(OPENING, volume=2, binding=binding))
    night.do(
        OpenSession(APPOINTMENTS, DAY),
        *(PassCheck(item) for item in night.state.rules.checks),
        CountBalls(tuple(range(1, 91)), ()),
        LoadBalls(),
    )
    night.start(60)
    win(night, night.state.game.first)
    night.do(CountBalls(tuple(range(1, 91)), ()), CloseSession())
    return night


def volumes(events) -> list[list[Event]]:
    """Cut events into the volumes that they open."""
    parts: list[list[Event]] = []
    for event in events:
        if isinstance(event, BookOpened):
            parts.append([])
        parts[-1].append(event)
    return parts


def void(night: Evening) -> None:
    """Void a game, with an incident and a complaint."""
    night.start(60)
    night.draw(7)
    night.claim(Claim.LINE, 150)
    text = "Un jugador discute la numeración del cartón 150; se comprueba con el cartón-matriz."
    night.do(ResumeDraw(), MinuteIncident(text), ApproveIncident(1))
    night.do(
        FileComplaint("Juan Condori", "LP-4455667", "No se oyó la bola 7 junto a la entrada.", signed=True)
    )
    night.do(ResolveComplaint(1, "Se comprueba el sonido y se repite la bola en voz alta."))
    night.do(ProposeVoid("corte de luz."), ApproveVoid())
    # Signed with its refunds unpaid, as it once could be: a book of then is still told as it was (AJ-111).
    night.state = with_game(night.state, refunds_due=0)
    night.do(CollectCards(60), SignGame())


def minuted(events) -> list[Minuted]:
    """Give every event an entry, seven seconds apart."""
    return [
        Minuted(
            number,
            START + timedelta(seconds=7 * number),
            DIRECTOR if isinstance(event, DIRECTORS) else ACTOR,
            digest(str(number)),
            event,
        )
        for number, event in enumerate(events, 1)
    ]


def empty(rules=VOLUME_RULES) -> State:
    """Return the state before the first entry."""
    return State(rules, matrices={MATRIX.digest: MATRIX})


def documents(night: Evening) -> dict[str, Folio]:
    """Return one document of each kind: the first act, and of the rest the last."""
    entries = minuted(night.events)
    bound = list(folios(empty(), entries, LETTERHEAD))
    first, at_the_close = Place(1, NO_HASH), fold(empty(), night.events[:-1])
    bound.append(prize_book(at_the_close, entries, LETTERHEAD, first))
    bound.append(complaints_book(at_the_close, entries, LETTERHEAD, first))
    found = {folio.kind: folio for folio in bound}
    found["acta"] = next(folio for folio in bound if folio.kind == "acta")
    return found
