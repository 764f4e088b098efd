"""The root of the sold cards, said aloud."""

import pytest

from hallctl.games.bingo.rules.commands.sale import CloseSale
from hallctl.games.bingo.rules.events.sale import SaleClosed
from hallctl.games.bingo.script import script
from hallctl.outputs.aloud import WORDS, aloud
from tests.hallctl.games.bingo.rules.night import Night


def test_every_byte_has_a_word_of_its_own():
    assert len(WORDS) == len(set(WORDS)) == 256


def test_a_digest_is_said_by_its_first_bytes():
    assert aloud("00ff0001" + "0" * 56) == f"{WORDS[0]} {WORDS[255]} {WORDS[0]} {WORDS[1]}"
    for wrong in ("", "00ff", "zz" * 32):
        with pytest.raises(ValueError, match=r"digest|hexadecimal"):
            aloud(wrong)


@pytest.mark.invariant("I5")
def test_the_jefe_reads_the_root_of_the_sold_cards_as_words():
    night = Night().open_session().sell(20)
    closed = night.only(SaleClosed, CloseSale())
    assert f"Huella de los cartones vendidos: {aloud(closed.root)}." in script(night.state)
    assert night.state.game.root == closed.root
