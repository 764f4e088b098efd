"""Any command with any texts and numbers, in any state: the rules answer, and nothing made of it raises."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from fonts import uncovered
from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import SignGame
from hallctl.games.bingo.rules.commands.draw import StartDraw
from hallctl.games.bingo.rules.commands.opening import CountBalls
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale
from hallctl.games.bingo.rules.tables import COMMANDS, STEPS, decide
from hallctl.rules.admission import admitted, made_printable
from hallctl.rules.codec import decode
from hallctl.rules.commands.base import Actor, Issued, Post
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.rules.commands.incidents import ApproveIncident, MinuteIncident
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.commands.till import OpenShift
from hallctl.rules.commands.volumes import CloseBook
from hallctl.rules.deciding.context import Context
from hallctl.rules.refusals import Refusal
from tests.hallctl.bingo import offers
from tests.hallctl.games.bingo.documents.volume import LETTERHEAD, empty, minuted
from tests.hallctl.games.bingo.rules.night import DAY, MATRIX, PEOPLE, Night
from tests.hallctl.games.bingo.rules.test_any_order import BY_SHIFTS, OTHERWISE, AnyOrder
from tests.hallctl.hostile import outputs
from tests.hallctl.hostile.fields import commands, spoilt
from tests.hallctl.hostile.texts import TEXTS
from tests.sampling import in_full

KNOWN = (
    *(
        "A-1042",
        "A 1042",
        "serie a n.º 1042",
        "B-7",
        "Z 9999",
        "A",
        MATRIX.digest,
        DAY,
        "J-01",
        "J-02",
        "J-03",
    ),
    *("cámara", "CAMERA-LOST", "extractor", "EXT-JAM", "impresora", "PRINT-FAILED", "reloj", "CLOCK-JUMPED"),
    *PEOPLE.values(),
)
"""What the hall of the test knows, so that some commands get far."""

WORDS = st.sampled_from([*TEXTS.values(), *KNOWN, *KNOWN, *KNOWN]) | st.text(max_size=20)
NUMBERS = (
    st.integers(-2, 95)
    | st.sampled_from([600, 601, 999_999, 10**6, 10**12, 10**12 + 1, 2**53, -(2**53), 10**30])
    | st.integers()
)


COUNTED = (
    SignGame(),
    MinuteIncident("pelea"),
    CloseSession(),
    AnnounceGame("A-1042"),
    OpenShift(()),
    CloseBook(),
    ApproveIncident(1),
)
"""The steps before which the sheets of a document are counted."""


class Paper(Night):
    """A night whose paper is planned as the keeper plans it, and whose fonts are those at hand."""

    def __init__(self, rules, matrix=MATRIX):
        super().__init__(rules, matrix)
        self.paperwork = BingoPaperwork(LETTERHEAD)

    def answer(self, command, post=None, person=None):
        post = post or STEPS[type(command)].posts[0]
        if post is Post.CONTROLLER:
            command = made_printable(command, uncovered)
        # A post of a table has nobody in a hall of bingo.
        issued = Issued(command, Actor(person or PEOPLE.get(post, "nadie"), post), "")
        taken = admitted(issued, uncovered)
        if isinstance(taken, Refusal):
            assert taken.sentence.isprintable()
            return taken
        planned = self.paperwork.planned(taken.command, self.state, Context(taken.actor, self.now))
        return decide(self.state, Issued(planned, taken.actor, ""), self.now, uncovered)


class AnyCommand(AnyOrder):
    """The hall where anybody does anything, and says anything."""

    night_of = Paper
    night: Paper

    def __init__(self):
        super().__init__()
        self.told = 0
        self.looked = None

    @rule(command=commands(WORDS, NUMBERS))
    def anybody_says_anything(self, command):
        self.attempt(command)

    @rule(claim=st.sampled_from(Claim), series=WORDS, card=NUMBERS)
    def a_card_is_sung_however_it_is_written(self, claim, series, card):
        for command in (CloseSale(), ReportFilled(), StartDraw(), StopForClaim(claim)):
            self.attempt(command)
        self.attempt(VerifyCard(claim, series, card))

    @rule(data=st.data())
    def a_step_of_the_moment_says_something_else(self, data):
        """What the desk offers now gets far in the rules, whatever is written into it."""
        offered = offers(self.night.state, outputs.PREMISES, self.night.now)
        open_ones = [each for each in offered if each.refusal is None] or offered
        offer = data.draw(st.sampled_from(open_ones))
        command = decode(COMMANDS[offer.command], offer.body)
        self.attempt(data.draw(spoilt(command, WORDS, NUMBERS)), offer.post)

    @rule(command=commands(WORDS, NUMBERS), post=st.sampled_from(Post), person=WORDS)
    def somebody_unknown_says_anything(self, command, post, person):
        answer = self.night.answer(command, post, person or None)
        assert isinstance(answer, (tuple, Refusal))

    @invariant()
    def everything_is_made_of_what_happened(self):
        """Postings and the fold have been made by ``attempt``."""
        for event in self.night.events[self.told :]:
            self.night.paperwork.take(event)
            outputs.of_event(event, self.night.state)
        self.told = len(self.night.events)
        if self.looked is not self.night.state:
            self.looked = self.night.state
            outputs.of_state(self.night.state, self.night.now, "Illimani")
            for command in COUNTED:
                self.night.answer(command)

    def teardown(self):
        super().teardown()
        self.everything_is_made_of_what_happened()
        night = self.night
        if night.state.session is not None:
            for command in (CountBalls(tuple(range(1, 91)), (), "Marta"), CloseSession()):
                night.answer(command)
        entries = minuted(night.events)
        outputs.of_book(empty(night.state.rules), entries, LETTERHEAD)


class AnyCommandByHand(AnyCommand):
    """The same with a manual drum, prizes split by player."""

    in_force = OTHERWISE


class AnyCommandByShifts(AnyCommand):
    """The same where no game goes without a cashier's shift."""

    in_force = BY_SHIFTS


EXAMPLES, STEPS_EACH = in_full(200, 2), in_full(30, 20)

LONG_WALK = settings(max_examples=EXAMPLES, stateful_step_count=STEPS_EACH, deadline=None)

TestAnyCommand = pytest.mark.invariant("I24")(AnyCommand.TestCase)
TestAnyCommand.settings = LONG_WALK
TestAnyCommandByHand = pytest.mark.invariant("I24")(AnyCommandByHand.TestCase)
TestAnyCommandByHand.settings = LONG_WALK
TestAnyCommandByShifts = pytest.mark.invariant("I24")(AnyCommandByShifts.TestCase)
TestAnyCommandByShifts.settings = LONG_WALK
