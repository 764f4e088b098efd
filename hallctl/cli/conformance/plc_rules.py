"""The sentences of docs/plc.md to which a PLC is held.

Not responsible for how each is tried (``plc_cases``, ``motion``). A test finds every one of them on the page.
"""

from typing import Final

from hallctl.cli.conformance.rules import MotionRules
from hallctl.cli.conformance.trial import Rule

PAGE: Final = "plc.md"


def _rule(part: str, sentence: str) -> Rule:
    return Rule(PAGE, part, sentence)


VERSION: Final = _rule("What the PLC says", "1, the version of this page")
COUNTED: Final = _rule(
    "What the PLC says", "the number of its last event: 0 after its start, then 1 to 65535 and round to 1"
)
ECHO: Final = _rule("What the PLC says", "`acknowledge`, as it last read it")
FAULT: Final = _rule("What the PLC says", "its own number of the latched fault, 0 without one")
BOOT: Final = _rule("What the PLC says", "another number each time the program starts")
DOOR: Final = _rule("What the PLC says", "the door is open")
TUBE: Final = _rule(
    "What the PLC says", "a ball is between drum and exit: passing while it moves, stuck otherwise"
)
UNKNOWN: Final = _rule("What the hall says", "no such command")
DRUM_EMPTY: Final = _rule("What the hall says", "no ball is left to draw")
OLD_ORDER: Final = _rule("What the hall says", "the order is lower than the last one taken, or 0")
DRAW: Final = _rule("What the hall says", "bring out the ball of `order`")
RELOAD: Final = _rule("What the hall says", "every ball, from exit and rack, back into the drum")
EXPIRY: Final = _rule(
    "Dead man",
    "The machine may move for 150 ms after `heartbeat` last *changed*. Then, not sooner, it stands still by "
    "itself",
)
EXPIRY_LATCHES: Final = _rule(
    "Dead man",
    "if something was moving, it latches and raises a fault event; a change that comes later renews nothing",
)
ONLY_A_CHANGE: Final = _rule("Dead man", "Nothing but a change counts: not that the line is alive")
STARTS_NOTHING: Final = _rule("Dead man", "Permission alone starts nothing")
RUNS: Final = _rule(
    "Dead man",
    "A program that hangs while Modbus still answers takes no command: the hall gives the line up",
)
ANSWERED: Final = _rule(
    "Commands, once", "Take it or refuse it, put the answer in `answer`, and then `number` in `done`."
)
ONCE: Final = _rule(
    "Commands, once", "what stands in the registers under a number that is done is no command"
)
PRECEDENCE: Final = _rule(
    "Commands, once", "Where several reasons hold, `answer` is the first of 9, 6, 4, 3, 5, 2, 7."
)
NEVER_LATER: Final = _rule("Commands, once", "A command that was refused is never done later")
STOP_TAKEN: Final = _rule("Commands, once", "Stop is always taken.")
EMPTY_EXIT: Final = _rule(
    "A ball for an order, once",
    "A higher order moves the ball at the exit into the rack, leaves the exit empty for at least 120 ms, so "
    "that the camera sees it empty, and brings the next ball.",
)
TAKEN: Final = _rule(
    "A ball for an order, once", "Only when the exit was empty is the order *taken*, and stands in `order`"
)
ORDER_SHOWN: Final = _rule(
    "A ball for an order, once", "what stands at the exit is always the ball of `order`"
)
NOT_YET_TAKEN: Final = _rule("A ball for an order, once", "A stop before that leaves the order before.")
NO_SECOND_BALL: Final = _rule("A ball for an order, once", "The last order again never moves a second ball")
REPORTED_AGAIN: Final = _rule(
    "A ball for an order, once",
    "if its ball stands at the exit, raise the ball's event again, unless that still waits, also without "
    "permission or latched",
)
UNDER_WAY: Final = _rule("A ball for an order, once", "if it is on its way, answer 0")
FINISHED: Final = _rule("A ball for an order, once", "if it was interrupted, finish it")
AT_THE_EXIT: Final = _rule(
    "A ball for an order, once",
    "Raise the ball's event when it stands still at the exit and nothing moves.",
)
RELOADED: Final = _rule(
    "A ball for an order, once", "one that is done sets `order` to 0, so that any order from 1 may follow"
)
INTERRUPTED: Final = _rule("A ball for an order, once", "one that was interrupted does not")
KIND_FIRST: Final = _rule(
    "Events, one at a time",
    "Put `kind`, and `fault` where it is one, into their registers first, then count `event` on.",
)
WAITS: Final = _rule(
    "Events, one at a time",
    "While one waits raise no other: refuse, with 4, what would move a ball.",
)
AT_ONCE: Final = _rule(
    "Latch", "A stop, whatever its cause, ends at once what moves, and holds until a reset."
)
RESET: Final = _rule(
    "Latch",
    "A reset is refused while its cause remains, and moves nothing; without a latch it is taken.",
)
NO_EVENT: Final = _rule("Latch", "A stop or reset that the hall commands is no event.")
IN_TIME: Final = _rule(
    "In time",
    "Your own limits are shorter than the hall's `ball_s` (15 s) and `reload_s` (45 s), so that you name the "
    "cause first.",
)

MOTION: Final = MotionRules(
    any_order=RELOADED,
    at_the_exit=AT_THE_EXIT,
    event_shown=COUNTED,
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
    stop_accepted=STOP_TAKEN,
    old_order=OLD_ORDER,
    order_shown=ORDER_SHOWN,
    empty_exit=EMPTY_EXIT,
    at_once=AT_ONCE,
    holds=AT_ONCE,
    reset=RESET,
    not_yet_taken=NOT_YET_TAKEN,
    expiry=EXPIRY,
    expiry_latches=EXPIRY_LATCHES,
    fault_shown=FAULT,
    finished=FINISHED,
    interrupted=INTERRUPTED,
    in_time=IN_TIME,
    jam=TUBE,
    door=DOOR,
    drum_empty=DRUM_EMPTY,
    boot=BOOT,
    counted=COUNTED,
)
