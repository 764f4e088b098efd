"""What the desk page and its JSON show: the newest state, and its steps in their places.

Not responsible for markup. Which steps are open is the rules' answer, and where each stands on the page is
in its row (``rules.step``).
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from hallctl.games.game import Game
from hallctl.i18n.phrasebook import SPANISH, Phrasebook
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.desk import offers
from hallctl.outputs.offer import Offer, Premises
from hallctl.outputs.pending import Origin, PendingItem
from hallctl.outputs.phases import PhaseShown
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Actor, Post
from hallctl.rules.game_rules import GameRules
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import Shift, State
from hallctl.rules.step import Button, Care, Place
from hallctl.table.snapshot import Snapshot
from hallctl.web.access.matrix import ACTS_POSTS, REPORT_POSTS
from hallctl.web.console import posts
from hallctl.web.console.claims import ClaimedCard
from hallctl.web.console.shortcuts import shortcuts
from hallctl.web.console.tabs import Looking, Sleeper, Tab
from hallctl.web.ports import DeskPort, ScreenHealth

_CLOSED_BOOK: Final = PhaseShown("book", _("Libro sin abrir"), "calm", chapter="abrir")
_CLOSED_HALL: Final = PhaseShown("hall", _("Sala cerrada"), "calm", chapter="abrir")
_BEFORE: Final = PhaseShown("session", _("Preparación de la sesión"), "calm", chapter="abrir")

_LATER_MS: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class Step:
    """An offer as the page shows it.

    Attributes:
        offer: The offer.
        button: How it is taken.
        key: The same for the same step of a round in every rendering; the browser keeps what was typed by it.
        mine: Whether it is of who looks at the page.
        shortcut: The key that takes it, e.g. "F2"; empty where none does.
    """

    offer: Offer
    button: Button
    key: str
    mine: bool
    shortcut: str = ""

    @property
    def blank(self) -> bool:
        """Whether its questions begin without an answer."""
        return self.button.care is Care.WRITTEN

    @property
    def asks_twice(self) -> bool:
        """Whether it is held where more than usual is asked for, else pressed."""
        return any(question.usual for question in self.offer.questions)

    @property
    def hold(self) -> bool:
        """Whether it is held for a second instead of pressed."""
        return self.button.care is Care.HELD


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps in their places.

    Attributes:
        next: The obvious next step, None where there is none.
        open: The other open steps of the night's order, one's own first.
        stops: What interrupts the draw.
        voiding: What leads to a void game.
        seldom: What may be needed at any time and seldom is.
        closed: One's own steps that the rules would refuse now.
    """

    next: Step | None
    open: tuple[Step, ...]
    stops: tuple[Step, ...]
    voiding: tuple[Step, ...]
    seldom: tuple[Step, ...]
    closed: tuple[Step, ...]

    @property
    def picking(self) -> Step | None:
        """The step whose ball is picked on the board, None where none is."""
        following = self.next
        if following is None or not following.mine or following.offer.refusal is not None:
            return None
        return following if any(asked.kind == "ball" for asked in following.offer.questions) else None

    @property
    def boarded(self) -> Step | None:
        """The step whose answer is pressed on the game's board, None where none has such."""
        own = (step for step in (self.next, *self.open) if step is not None and step.mine)
        asks = (step for step in own if any(asked.kind == "board" for asked in step.offer.questions))
        return next((step for step in asks if step.offer.refusal is None), None)


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for the Director.

    Attributes:
        item: What it is.
        origin: The entry from which it waits; None where the book has none that can be read.
        said: What that entry says, as the book says it.
        during: In which round it was; empty between rounds.
        steps: The steps that answer it, the next one of the desk first.
    """

    item: PendingItem
    origin: Origin | None
    said: str
    during: Sentence
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Everything the live part of the page shows.

    Attributes:
        chapter: Where the manual is opened.
        waiting: Whether time alone will change which of their steps are open.
        person: Who looks at it, by their log-in.
        panel: Where its live part is.
        sleeper: How their session wakes, where it sleeps: then the page has the ball and the stops.
        tabs: The posts between which they choose, of a practice person.
        director: Whether they may change accounts.
        calls: Whether they call the balls and do not lead the table.
        till: The open shift, where they are a cashier or the Director; None otherwise.
        pays: Whether they pay the prizes.
        acts: Whether they look at the book's folios; ``reports`` likewise.
        sung: What they see of the claim that is open, None without one.
        answering: The key of the desk's next step, which may be among the answers of the inbox.
        stage: What the game's own templates show.
        findings: What the game found out by its book, where the Director looks.
        inbox: What waits for the Director, where they look.
    """

    hall: str
    simulated: bool
    snapshot: Snapshot
    phase: str
    phase_name: Sentence
    tone: str
    chapter: str
    script: str
    steps: Steps
    waiting: bool
    premises: Premises
    screens: tuple[ScreenHealth, ...]
    person: str
    panel: str
    tabs: tuple[Tab, ...]
    sleeper: Sleeper | None
    director: bool
    calls: bool
    till: Shift | None
    pays: bool
    acts: bool
    reports: bool
    sung: ClaimedCard | None
    answering: str
    stage: object
    findings: tuple[Sentence, ...] = ()
    inbox: tuple[Waiting, ...] = ()

    @property
    def state(self) -> State:
        """Where the hall stands."""
        return self.snapshot.state

    @property
    def waiting_first(self) -> tuple[Waiting, ...]:
        """What waits for the Director, what the next step answers before the rest, the newest first."""
        return tuple(sorted(self.inbox, key=lambda each: self.answering not in {s.key for s in each.steps}))

    @property
    def holders(self) -> tuple[tuple[Post, str], ...]:
        """Who holds which post: those of the session, or those the configuration appoints."""
        if self.state.session is not None:
            return self.state.session.holders
        return tuple((a.post, a.person) for a in self.premises.appointments)


def page(
    desk: DeskPort,
    snapshot: Snapshot,
    looks: Looking,
    sung: ClaimedCard | None = None,
    phrases: Phrasebook = SPANISH,
) -> Page:
    """Return what the page shows of a moment to a person in their posts, with what they see of its claim.

    Its steps are in their language.
    """
    actors = looks.actors
    now, premises, state = desk.now(), desk.premises, snapshot.state
    # A hall that the book has stopped takes no step.
    found = () if snapshot.halted else _offers(desk, state, now, actors)
    later = () if snapshot.halted else _offers(desk, state, now + _LATER_MS, actors)
    stands = phase(desk.game, state)
    said = (_in_own_words(offer, phrases) for offer in found)
    steps = arrange(said, actors, desk.game.rules, _round(state))
    return Page(
        hall=desk.hall,
        simulated=desk.simulated,
        snapshot=snapshot,
        phase=stands.key,
        phase_name=stands.name,
        tone=stands.tone,
        chapter=stands.chapter,
        script=desk.game.script(state),
        steps=steps,
        waiting=_own_steps(found, actors) != _own_steps(later, actors),
        premises=premises,
        screens=desk.screens(),
        person=looks.name,
        panel=looks.panel,
        tabs=looks.tabs(found),
        sleeper=looks.sleeper,
        director=any(actor.post is Post.DIRECTOR for actor in actors),
        calls=posts.calls({actor.post for actor in actors}),
        till=posts.till(state, {actor.post for actor in actors}),
        pays=any(actor.post in desk.game.rules.paying_posts for actor in actors),
        acts=any(actor.post in ACTS_POSTS for actor in actors),
        reports=any(actor.post in REPORT_POSTS for actor in actors),
        sung=sung,
        answering="" if steps.next is None else steps.next.key,
        stage=desk.game.stage.shown(state),
        findings=desk.findings() if any(actor.post is Post.DIRECTOR for actor in actors) else (),
    )


def _offers(desk: DeskPort, state: State, now: int, actors: Collection[Actor]) -> tuple[Offer, ...]:
    """Return the steps of the hall's game that are on the desk at a moment."""
    game = desk.game
    return offers(game.rules, game.candidates, state, desk.premises, now, actors)


def _own_steps(found: Iterable[Offer], actors: Collection[Actor]) -> set[Refusal | None]:
    """Return how one's own steps stand; a page does not fetch itself for those of others."""
    return {offer.refusal for offer in found if Actor(offer.person, offer.post) in actors}


def phase(game: Game, state: State) -> PhaseShown:
    """Return the phase: that of the game, or "book", "hall" or "session" without one."""
    if state.book is None:
        return _CLOSED_BOOK
    if state.session is None:
        return _CLOSED_HALL
    return game.phase(state) or _BEFORE


def arrange(
    found: Iterable[Offer], actors: Collection[Actor], rules: GameRules, of: tuple[int, ...] = ()
) -> Steps:
    """Put the offers in their places; they come open ones first, in the order of a night.

    What another person has to do is shown where the night waits for it, and nowhere else.

    Args:
        found: The offers.
        actors: Who looks.
        rules: Those of the hall's game.
        of: The round that their forms are of: nothing that was written in one stays in the next.
    """
    steps = _with_keys([step for offer in found for step in _steps(offer, actors, rules, of)])
    at = _places(steps)
    voiding = at[Place.VOIDING]
    stops = [s for s in at[Place.STOP] if s.mine]
    seldom = [s for s in at[Place.SELDOM] if s.mine]
    main = at[Place.IN_ORDER]
    # With nothing open, what comes next stays in its place and shows what it waits for.
    # A game that has waited too long for its first ball has one way left (D8).
    late = any(s.offer.refusal is not None and s.offer.refusal.code == "WAIT-OVER" for s in main)
    if late and voiding:
        main.insert(0, voiding.pop(0))
    following = main[0] if main else None
    voiding = [s for s in voiding if s.mine]
    refused = [s for s in (*main[1:], *stops, *voiding) if s.mine and s.offer.refusal is not None]
    opened = [s for s in main[1:] if s.offer.refusal is None]
    return Steps(
        next=following,
        open=tuple(sorted(opened, key=lambda s: not s.mine)),
        stops=tuple(s for s in stops if s.offer.refusal is None),
        voiding=tuple(s for s in voiding if s.offer.refusal is None),
        seldom=tuple(s for s in seldom if s.offer.refusal is None),
        closed=tuple(refused),
    )


def _places(steps: Iterable[Step]) -> dict[Place, list[Step]]:
    """Return the steps by their place; an awaited one is in the order where it comes first, else seldom."""
    at: dict[Place, list[Step]] = {place: [] for place in Place}
    for number, step in enumerate(steps):
        place = step.button.place
        if place is Place.AWAITED:
            place = Place.SELDOM if number else Place.IN_ORDER
        at[place].append(step)
    return at


def _in_own_words(offer: Offer, phrases: Phrasebook) -> Offer:
    """Return an offer as its reader reads it; what it does, and what a form has filled in, stays as it is."""
    return replace(
        offer,
        label=phrases(offer.label),
        notice=phrases(offer.notice),
        questions=tuple(
            replace(
                question,
                label=phrases(question.label),
                choices=tuple((value, phrases.detail(label)) for value, label in question.choices),
            )
            for question in offer.questions
        ),
        refusal=offer.refusal and phrases.refusal(offer.refusal),
    )


def _with_keys(steps: Sequence[Step]) -> list[Step]:
    """Give the steps that may be taken here their keys."""
    taken = [step for step in steps if step.mine and step.offer.refusal is None]
    keys = dict(
        zip((id(step) for step in taken), shortcuts((step.offer, step.button) for step in taken), strict=True)
    )
    return [replace(step, shortcut=keys.get(id(step), "")) for step in steps]


def _round(state: State) -> tuple[int, ...]:
    """Return what distinguishes a game of the volume, and the time before the first of a session."""
    return (state.volume, 0 if state.session is None else state.session.number, state.games)


def _steps(offer: Offer, actors: Collection[Actor], rules: GameRules, of: tuple[int, ...]) -> Iterator[Step]:
    """Yield an offer as the page shows it; none of the controller's is on it."""
    button = rules.all_steps[rules.commands[offer.command]].button
    if button is not None:
        # What answers something with a number of its own, as a complaint, is of no round: it may take longer.
        within = () if offer.body.get("number") else of
        content = json.dumps([offer.command, offer.body, within], sort_keys=True)
        key = f"{offer.command}-{hashlib.sha256(content.encode()).hexdigest()[:8]}"
        yield Step(offer, button, key, Actor(offer.person, offer.post) in actors)


def desk_json(
    desk: DeskPort, actors: Collection[Actor] = (), phrases: Phrasebook = SPANISH
) -> dict[str, Any]:
    """Return the desk's view as JSON values; what who looks may take is offered to them.

    Only why a step is refused is in their language: a program looks for a step by its name.
    """
    snapshot, now = desk.newest(), desk.now()
    state = snapshot.state
    return {
        "sequence": snapshot.sequence,
        "now": now,
        "entry": snapshot.entry,
        "halted": snapshot.halted,
        "simulated": desk.simulated,
        "hall": desk.hall,
        "currency": state.rules.currency,
        "session": None if state.session is None else state.session.number,
        "games": state.games,
        "phase": phase(desk.game, state).key,
        **desk.game.stage.told(state),
        "till": _till_json(posts.till(state, {actor.post for actor in actors})),
        "faults": encode(state.faults),
        "notices": encode(state.notices),
        "suspended": state.suspended,
        "script": desk.game.script(state),
        "signers": [{"person": person, "unlocked": unlocked} for person, unlocked in desk.signers()],
        "screens": [asdict(screen) for screen in desk.screens()],
        "offers": [
            _offer_json(offer, phrases)
            for offer in offers(desk.game.rules, desk.game.candidates, state, desk.premises, now, actors)
        ],
    }


def _till_json(shift: Shift | None) -> dict[str, Any] | None:
    return None if shift is None else encode(shift) | {"expected": shift.expected}


def _offer_json(offer: Offer, phrases: Phrasebook) -> dict[str, Any]:
    fields: dict[str, Any] = encode(replace(offer, refusal=offer.refusal and phrases.refusal(offer.refusal)))
    return fields
