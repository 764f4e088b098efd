"""The sentences of docs/extractor-wire.md to which a machine is held.

Not responsible for how each is tried (``wire_cases``). A test finds every one of them on the page.
"""

from typing import Final

from hallctl.cli.conformance.rules import MotionRules
from hallctl.cli.conformance.trial import Rule

PAGE: Final = "extractor-wire.md"


def _rule(part: str, sentence: str) -> Rule:
    return Rule(PAGE, part, sentence)


CHECK: Final = _rule(
    "Frame",
    "**Check.** CRC-16/CCITT-FALSE (polynomial 1021, start FFFF, not reflected, no final inversion",
)
THROWN_AWAY: Final = _rule(
    "Frame",
    "A receiver throws away whatever is not a whole, right frame, and answers nothing.",
)
BORDER: Final = _rule(
    "Frame",
    "a receiver that joins in the middle, or that lost bytes, is right again at the next zero",
)
PIECES: Final = _rule(
    "Frame",
    "A zero byte is a border of a frame and nothing else",
)
LENGTHS: Final = _rule(
    "Frame",
    "payload, of the one length that its kind has",
)
IDENTITY: Final = _rule(
    "Machine to controller",
    "Serial id: printable ASCII, zeros behind.",
)
KINDS: Final = _rule(
    "Machine to controller",
    "Kind: 1 pneumatic, 2 drum.",
)
VERSION: Final = _rule(
    "Frame",
    "protocol version: 1",
)
SESSION_ECHO: Final = _rule(
    "Silence",
    "An Identity with another session than that of the Identify, or with a serial id that is not "
    "ASCII, is refused.",
)
SAME_BOOT: Final = _rule(
    "Silence",
    "sees another boot nonce, or gets reason 1 treats the line as lost",
)
EVERY_VERSION: Final = _rule(
    "Machine to controller",
    "The layout of Identify and Identity, and the frame around them, is the same in every version of "
    "this protocol",
)
FAULT_SHOWN: Final = _rule(
    "Machine to controller",
    "**Fault** is that of the latch, 0 where a Stop alone latched.",
)
ORDER_SHOWN: Final = _rule(
    "Machine to controller",
    "what stands at the exit is its ball",
)
EVENT_SHOWN: Final = _rule(
    "Machine to controller",
    "**Event** is the number of the last event since the machine started, 0 before the first.",
)
ANY_FIRST: Final = _rule(
    "Sequence numbers",
    "It begins each session at a number of its choice; a machine assumes nothing about the first.",
)
FORGOTTEN: Final = _rule(
    "Sequence numbers",
    "The number of the last Draw, Reload, Stop or Reset is forgotten at an Identify with another "
    "session and when the machine starts.",
)
ANSWER_NUMBER: Final = _rule(
    "Sequence numbers",
    "An answer carries the number of the command that it answers.",
)
EVENT_NUMBER: Final = _rule(
    "Sequence numbers",
    "An event carries the low 16 bits of its event number, so that a repetition is the same bytes.",
)
ANSWERS: Final = _rule(
    "Commands",
    "The machine answers within 100 ms.",
)
ONCE: Final = _rule(
    "Commands",
    "The machine does a command once: if the number is that of the last Draw, Reload, Stop or Reset, "
    "it gives the same answer again, a Nak too, and does nothing.",
)
NEW_NUMBER: Final = _rule(
    "Commands",
    "Any other number is a new command.",
)
NO_EVENT: Final = _rule(
    "Commands",
    "Stop and Reset raise none.",
)
UNKNOWN: Final = _rule(
    "Refusals",
    "A whole, right frame of an unknown kind, of a length that its kind does not have, or of another "
    "version (Identify excepted), is refused with reason 9",
)
OWN_WORDS: Final = _rule(
    "Refusals",
    "one of the machine's own kinds gets no answer",
)
STOP_ACCEPTED: Final = _rule(
    "Refusals",
    "A Stop is always accepted once the machine is identified.",
)
PRECEDENCE: Final = _rule(
    "Refusals",
    "Where several reasons hold, the Nak gives the first of 9, 1, 6, 4, 3, 5, 2, 7.",
)
UNDER_WAY: Final = _rule(
    "Refusals",
    "What moves nothing new is not refused with 4, 3, 5, 2 or 7 but accepted",
)
NEVER_LATER: Final = _rule(
    "Refusals",
    "A command that was refused is never done later",
)
COUNTED: Final = _rule(
    "Events",
    "The machine numbers its events from 1 at each start",
)
REPEATED: Final = _rule(
    "Events",
    "keeps each until its EventAck, and says the oldest one again every 250 ms while it hears a "
    "controller (a good frame within the last second)",
)
ONE_AT_A_TIME: Final = _rule(
    "Events",
    "It says one at a time, so that none overtakes another.",
)
ONLY_ITS_ACK: Final = _rule(
    "Events",
    "An EventAck of any number but that of the oldest waiting event does nothing.",
)
EMPTY_EXIT: Final = _rule(
    "Orders",
    "A new, higher order first moves the ball at the exit into the rack; the exit then stands empty "
    "for at least 120 ms, so that the camera sees it empty.",
)
TAKEN: Final = _rule(
    "Orders",
    "Then, before a ball leaves the drum, the order is *taken*: the machine remembers it without "
    "power, and MachineState shows it.",
)
NOT_YET_TAKEN: Final = _rule(
    "Orders",
    "A stop or a power cut before that, while the exit is being cleared, leaves the order before as "
    "the last one taken",
)
NO_SECOND_BALL: Final = _rule(
    "Orders",
    "The last order again never moves a second ball",
)
REPORTED_AGAIN: Final = _rule(
    "Orders",
    "if its ball stands at the exit, the machine reports it again under a new event number (or "
    "repeats the event that is still waiting)",
)
FINISHED: Final = _rule(
    "Orders",
    "if it was interrupted, the machine finishes it.",
)
AT_THE_EXIT: Final = _rule(
    "Orders",
    "A Ball is reported when it stands still at the exit and nothing moves.",
)
DRAW: Final = _rule(
    "Controller to machine",
    "Bring out the ball of this order.",
)
RELOAD: Final = _rule(
    "Controller to machine",
    "Every ball, from exit and rack, back into the drum.",
)
OLD_ORDER: Final = _rule(
    "Machine to controller",
    "the order is lower than the last one taken, or 0",
)
ANY_ORDER: Final = _rule(
    "Orders",
    "A reload that is done forgets the last order, so that any order from 1 may follow",
)
INTERRUPTED: Final = _rule(
    "Orders",
    "One that was interrupted forgets nothing.",
)
EXPIRY: Final = _rule(
    "Permission",
    "150 ms after the last Permit, not sooner, the machine stands still by itself, and its fault is "
    "on the line within 200 ms.",
)
EXPIRY_LATCHES: Final = _rule(
    "Permission",
    "If something was moving, it latches and raises fault 2: a Permit that comes late renews nothing.",
)
STARTS_NOTHING: Final = _rule(
    "Permission",
    "Permission alone starts nothing.",
)
HOLDS: Final = _rule(
    "Latch",
    "A stop, whatever its cause, holds until Reset.",
)
AT_ONCE: Final = _rule(
    "Latch",
    "A Stop, a jam, an open door or the mushroom button ends what moves at once.",
)
RESET: Final = _rule(
    "Latch",
    "A Reset is refused while the cause remains, and moves nothing; without a latch it is accepted.",
)
OTHER_SESSION: Final = _rule(
    "Session",
    "An Identify with another session takes the permission away; if something was moving, it stops, "
    "latches and raises fault 2.",
)
SAME_SESSION: Final = _rule(
    "Session",
    "One with the same session is only answered.",
)
UNIDENTIFIED: Final = _rule(
    "Session",
    "Before the first Identify after its start the machine only answers Query, and refuses the rest "
    "with reason 1",
)
BOOT: Final = _rule(
    "Session",
    "Its boot nonce is another at each start.",
)
IN_TIME: Final = _rule(
    "Times",
    "a machine's own limits have to be shorter, so that it names the cause (fault 4) before the hall does",
)
JAM: Final = _rule(
    "Machine to controller",
    "a ball stands in the tube",
)
DOOR: Final = _rule(
    "Machine to controller",
    "the door was opened while something moved",
)
MUSHROOM: Final = _rule(
    "Machine to controller",
    "the mushroom button was pressed",
)
DRUM_EMPTY: Final = _rule(
    "Machine to controller",
    "no ball is left to draw",
)

MOTION: Final = MotionRules(
    any_order=ANY_ORDER,
    at_the_exit=AT_THE_EXIT,
    event_shown=EVENT_SHOWN,
    under_way=UNDER_WAY,
    precedence=PRECEDENCE,
    once=ONCE,
    never_later=NEVER_LATER,
    taken=TAKEN,
    starts_nothing=STARTS_NOTHING,
    draw=DRAW,
    reload=RELOAD,
    no_second_ball=NO_SECOND_BALL,
    reported_again=REPORTED_AGAIN,
    stop_accepted=STOP_ACCEPTED,
    old_order=OLD_ORDER,
    order_shown=ORDER_SHOWN,
    empty_exit=EMPTY_EXIT,
    at_once=AT_ONCE,
    holds=HOLDS,
    reset=RESET,
    not_yet_taken=NOT_YET_TAKEN,
    expiry=EXPIRY,
    expiry_latches=EXPIRY_LATCHES,
    fault_shown=FAULT_SHOWN,
    finished=FINISHED,
    interrupted=INTERRUPTED,
    in_time=IN_TIME,
    jam=JAM,
    door=DOOR,
    drum_empty=DRUM_EMPTY,
    boot=BOOT,
    counted=COUNTED,
)
