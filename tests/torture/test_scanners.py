"""Scanners of every layout at computers of every layout, at every speed, into every field, among people.

The small versions run in ``tests/hallctl/web/console``.
"""

import json
import random
from itertools import product

import pytest

from hallctl.games.bingo.cards.barcode_text import code_of
from hallctl.games.bingo.rules.written import WrittenCard
from tests.hallctl.web.console.hall import JEFE, Hall, Serving
from tests.hallctl.web.console.hands import enter, until
from tests.hallctl.web.console.test_keyboard_scan import PLAY, SCRIPT, typed
from tests.hallctl.web.console.test_scanner_page import FIELDS, SPEEDS, Scanner, code, verified
from tests.hallctl.web.console.wedge import LAYOUTS, Wedge

EVENINGS = 10_000
WORDS = (
    "fax",
    "Se fue la luz",
    "xilófono",
    "box",
    "kiosco",
    "vx-2000",
    "A 1042",
    "ñandúes",
    "C1",
    "xk8",
    "12.500",
)


@pytest.fixture(scope="module")
def browser(browsers):
    with browsers.window(viewport={"width": 1024, "height": 900}) as context:
        yield context


def any_wedge(rng):
    suffix, aim = rng.choice(("", "\n", "\t", "\n\n")), rng.choice(("", "]C0", "]C1"))
    pace, hiccup = rng.choice(SPEEDS), rng.randrange(-1, 18)
    return Wedge(rng.choice(LAYOUTS), rng.choice(LAYOUTS), pace, rng.random() < 0.5, suffix, aim, hiccup)


def evening(rng):
    """Give keys of people and scanners in any order, and what has to come of them."""
    keys, at, text, scans, presses = [], 1_000.0, "", [], 0
    for _ in range(rng.randrange(1, 12)):
        if rng.random() < 0.6:
            scanned = code_of(
                WrittenCard(f"{rng.choice('AQWYZM')}-{rng.randrange(1, 9999)}", rng.randrange(1, 20_000))
            )
            keys += any_wedge(rng).keys(scanned, at)
            scans.append(scanned)
            at = keys[-1].time + rng.randrange(400, 3_000)
            continue
        word, pace = rng.choice(WORDS), rng.randrange(67, 400)
        keys += typed(word, at, pace)
        text += word
        at = keys[-1].time + rng.randrange(10, 3_000)
        if rng.random() < 0.5:
            at += 1_001
            keys += typed("\n", at, 0)
            presses += 1
            at += 1_001
    return [key.heard for key in keys], {"value": text, "presses": presses, "scans": scans, "again": 0}


@pytest.mark.invariant("I24")
def test_no_step_no_character_and_no_scan_is_lost_or_made_up_in_any_evening(browser, full):
    page, rng = browser.new_page(), random.Random(62)
    page.add_script_tag(content=SCRIPT.read_text(encoding="utf-8"))
    evenings = [evening(rng) for _ in range(EVENINGS if full else 100)]
    for first in range(0, len(evenings), 500):
        part = evenings[first : first + 500]
        heard = page.evaluate(PLAY, json.dumps([keys for keys, _ in part]))
        for (keys, meant), came in zip(part, heard, strict=True):
            assert came == meant, [(key["key"], key["time"]) for key in keys]
    page.close()


@pytest.mark.invariant("I24")
def test_every_pair_of_layouts_at_every_speed_into_every_field_of_the_desk(browser, tmp_path, full):
    if not full:
        pytest.skip("minutes; its small version is test_scanner_page.py")
    with Hall(tmp_path, range(1, 91)) as hall, Serving(hall) as serving:
        serving.play_until("Vender cartones")
        serving.play("Vender cartones", count=600)
        serving.play("Cerrar venta", "Comienzo de la partida", "Parar: ¡línea!")
        page = browser.new_page()
        enter(page, serving.url, JEFE)
        scanner, fields = Scanner(page), page.locator(FIELDS)
        for card, (scans, reads, pace) in enumerate(product(LAYOUTS, LAYOUTS, SPEEDS), 1):
            before, field = hall.newest().entry, fields.nth(card % fields.count())
            was = field.input_value()
            field.focus()
            scanner.scan(code(card), Wedge(scans, reads, pace, hiccup=1 + card % 15))
            until(page, lambda card=card: verified(hall)[-1:] == [card])  # type: ignore[misc]
            assert (hall.newest().entry, field.input_value()) == (before + 1, was), (scans, reads, pace)
        assert verified(hall) == list(range(1, card + 1))
        page.close()  # before its hall goes
