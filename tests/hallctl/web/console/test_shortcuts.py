"""Every step that is shown has a key of its own, and the commonest the same one all night."""

import re
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from hallctl.outputs.offer import Offer
from hallctl.rules.commands.base import Post
from hallctl.web.console import shortcuts as console
from tests.hallctl.bingo import BUTTONS

NAMES = sorted(BUTTONS)
LABELS = ["Ñandú", "¿Alguna línea más?", "Cerrar venta", "Cerrar sesión", "Pagar premio", "6", ""]


def offer(command: str, label: str, claim: str = "") -> Offer:
    return Offer(command, label, Post.JEFE, "Ana", {"claim": claim} if claim else {}, (), None, "")


def shortcuts(shown: Iterable[Offer]) -> tuple[str, ...]:
    return console.shortcuts((each, BUTTONS[each.command]) for each in shown)


def test_the_commonest_steps_have_their_key_whatever_else_is_shown() -> None:
    shown = [
        offer("DrawBall", "Extraer bola"),
        offer("StopForClaim", "Parar: ¡línea!", "line"),
        offer("StopForClaim", "Parar: ¡bingo!", "bingo"),
        offer("ProposeVoid", "Proponer anulación"),
        offer("MinuteIncident", "Ñandú"),
    ]
    assert shortcuts(shown) == ("F2", "F3", "F4", "Alt+P", "Alt+N")
    assert shortcuts(reversed(shown)) == ("Alt+N", "Alt+P", "F4", "F3", "F2")


def test_a_second_card_to_pay_has_a_letter_of_its_own() -> None:
    assert shortcuts([offer("PayPrize", "Pagar 7"), offer("PayPrize", "Pagar 8")]) == ("Alt+P", "Alt+A")


@given(st.lists(st.builds(offer, st.sampled_from(NAMES), st.sampled_from(LABELS)), max_size=26))
def test_no_two_steps_that_are_shown_together_have_one_key(shown: list[Offer]) -> None:
    keys = shortcuts(shown)
    assert len(set(keys)) == len(shown)
    assert all(re.fullmatch(r"F([1-4]|[6-9]|10)|Alt\+[A-Z]", key) for key in keys), (
        "F5 and F11 are the browser's"
    )
