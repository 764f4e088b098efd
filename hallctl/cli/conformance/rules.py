"""The duties of any machine that moves balls, each with the sentence of its own page.

Not responsible for the sentences (``wire_rules``, ``plc_rules``).
"""

from dataclasses import dataclass

from hallctl.cli.conformance.trial import Rule


@dataclass(frozen=True, slots=True)
class MotionRules:
    """The sentences of one page for what every machine owes."""

    any_order: Rule
    at_the_exit: Rule
    event_shown: Rule
    under_way: Rule
    precedence: Rule
    once: Rule
    never_later: Rule
    taken: Rule
    starts_nothing: Rule
    draw: Rule
    reload: Rule
    no_second_ball: Rule
    reported_again: Rule
    stop_accepted: Rule
    old_order: Rule
    order_shown: Rule
    empty_exit: Rule
    at_once: Rule
    holds: Rule
    reset: Rule
    not_yet_taken: Rule
    expiry: Rule
    expiry_latches: Rule
    fault_shown: Rule
    finished: Rule
    interrupted: Rule
    in_time: Rule
    jam: Rule
    door: Rule
    drum_empty: Rule
    boot: Rule
    counted: Rule
