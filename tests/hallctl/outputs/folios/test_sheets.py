"""How many folios a document takes is known before it is typeset, and is what the typesetter makes of it."""

import random
from dataclasses import replace

import pytest

from drivers.printer import PrinterError
from drivers.printer.pdf import render
from hallctl.games.bingo.documents.act import game_act, sheets
from hallctl.games.bingo.documents.ball_change import ball_change, ball_change_sheets
from hallctl.games.bingo.documents.incidents import incident_text
from hallctl.games.bingo.documents.session import session_act, session_sheets
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.endings import Ending
from hallctl.games.bingo.rules.events.cadence import CadenceStarted, CadenceStopped
from hallctl.games.bingo.rules.events.claims import CardVerified, PrizeAwarded
from hallctl.games.bingo.rules.events.closing import GameSigned, GameVoided, PrizePaid
from hallctl.games.bingo.rules.events.draw import BallDrawn, DrawStarted
from hallctl.games.bingo.rules.events.opening import BallsCounted, BallSetMounted, BallSetRetired
from hallctl.games.bingo.rules.events.sale import Contribution, GameAnnounced, SaleClosed, SoldRange
from hallctl.games.bingo.rules.events.wrong_calls import WrongCallNoted
from hallctl.games.bingo.rules.state import Award, Cadence, Delivery, Game, Phase
from hallctl.outputs.folios.closing import closing_diligence, closing_sheets
from hallctl.outputs.folios.incident import incident_diligence, incident_sheets
from hallctl.outputs.folios.opening import opening_diligence, opening_sheets
from hallctl.outputs.folios.values import NO_HASH, Letterhead, Place
from hallctl.rules.binding import Signatory
from hallctl.rules.events.incidents import ComplaintFiled, IncidentApproved, IncidentMinuted
from hallctl.rules.events.running import ControllerStarted, FaultLatched
from hallctl.rules.events.session import SessionClosed
from hallctl.rules.events.volumes import BookClosed, ClosingProposed
from hallctl.rules.folios import CLOSING
from tests.hallctl.bingo import folios
from tests.hallctl.games.bingo.documents.volume import (
    ACTOR,
    CERTIFICATES,
    DIRECTOR,
    LETTERHEAD,
    POTS,
    empty,
    minuted,
    opened,
    played,
)
from tests.sampling import sampled, sampled_pairs

PLACE = Place(7, NO_HASH)
WORDS = ("hace", "constar", "que", "la", "cámara", "quedó", "sin", "imagen", "y", "el", "jefe", "detuvo")
HOLDERS = (("", ""), ("", ""), ("María de los Ángeles Condori Huanca", "LP-4455667"))
FAULTS = (
    "números no cantados: 4, 17, 22, 38, 41, 56, 63, 70, 74, 77, 79, 81, 84, 88, 90",
    "no se vendió en esta partida",
    "marcas que impiden leer los números (AJ-106)",
    "el original no coincide con el cartón-matriz (AJ-95)",
    "la última bola cantada, el 45, no está en la línea (D2)",
)


def sentence(luck, longest):
    words = [luck.choice(WORDS) for _ in range(luck.randint(1, longest))]
    if luck.random() < 0.2:
        words.append("W" * luck.randint(10, 90))
    return " ".join(words)


def claim(luck):
    good = luck.random() < 0.3
    faults = () if good else tuple(luck.sample(FAULTS, luck.randint(1, len(FAULTS))))
    kind = luck.choice((Claim.LINE, Claim.BINGO))
    row = luck.randint(1, 3) if good and kind is Claim.LINE else 0
    return CardVerified(kind, "A-1042", luck.randint(1, 99999), good, row, (), faults, *luck.choice(HOLDERS))


def awards(luck, most):
    for _ in range(luck.randint(0, most)):
        pot = luck.choice(("", "", POTS[0].name, POTS[1].name))
        kind = luck.choice((Claim.LINE, Claim.BINGO))
        prize = PrizeAwarded(kind, "A-1042", luck.randint(1, 99999), luck.randint(1, 10**9), pot)
        yield Award(prize, paid=True)


def trouble(luck):
    return luck.choice(
        (
            IncidentMinuted(
                luck.randint(1, 99), sentence(luck, 400), "Ana Quispe Mamani", luck.choice((0, 9))
            ),
            FaultLatched("extractor", "EXT-JAM", sentence(luck, 30)),
            WrongCallNoted(7, 8, (5, 6), ()),
            ControllerStarted("b2", "test", "died", 0),
            ComplaintFiled(1, 1, sentence(luck, 4), "LP-1", sentence(luck, 60), late=False, taken_by="Ana"),
        )
    )


def alone(seed):
    """Stretches in which the hall drew by itself, as the game and as the book have them."""
    luck = random.Random(seed)
    runs = [
        Cadence(luck.randint(3, 8), sentence(luck, 12), luck.randint(0, 80), luck.randint(0, 9), why)
        for why in luck.sample(list(Ending), luck.randint(0, len(Ending)))
    ]
    events = [
        event
        for run in runs
        if run.ended
        for event in (CadenceStarted(1, run.seconds, run.person), CadenceStopped(1, run.balls, run.ended))
    ]
    return tuple(runs), events


def made_up(seed, *, balls=90, claims=40, winners=12, troubles=8):
    """Make up a game: the state at its signature, and its entries."""
    luck = random.Random(seed)
    drawn = tuple(luck.sample(range(1, 91), luck.choice((0, luck.randint(0, balls), balls))))
    verified = tuple(claim(luck) for _ in range(luck.randint(0, claims)))
    void = luck.random() < 0.3
    sold = (SoldRange("A-1042", 1, luck.randint(1, 99999)), SoldRange("B-7", 1, luck.randint(1, 9999)))
    second = luck.random() < 0.5
    pots = tuple(Contribution(pot.name, 100, luck.randint(1, 10**8)) for pot in POTS)
    game = Game(
        number=luck.randint(1, 9999),
        series="A-1042",
        face_value=500,
        first=1,
        phase=Phase.SIGNED,
        second="B-7" if second else None,
        deliveries=tuple(Delivery("Luis", cards) for cards in sold[: 1 + second]),
        collected=luck.randint(0, 10**10),
        drawn=drawn,
        claims=verified,
        awards=tuple(awards(luck, winners)),
        root="ab" * 32 if luck.random() < 0.8 else "",
        contributions=pots[: luck.randint(0, 2)],
        void_reason=sentence(luck, 40) if void else None,
        refunded=luck.randint(0, 10**8) if void else 0,
    )
    cadences, stretches = alone(seed)
    state = replace(opened().state, game=replace(game, cadences=cadences))
    happened = [
        GameAnnounced(game.number, "A-1042", 100, 500, 1, "fichas"),
        DrawStarted(game.number),
        *(BallDrawn(order, ball, "", "camera") for order, ball in enumerate(drawn, 1)),
        *stretches,
        *verified,
        *(trouble(luck) for _ in range(luck.randint(0, troubles))),
        *([GameVoided(game.number, game.void_reason or "", 1, game.refunded, 0, ())] if void else []),
        GameSigned(game.number, 7, 1),
    ]
    return state, minuted(happened)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.req("AJ-39", "AJ-40")
def test_the_act_of_any_game_is_on_as_many_folios_as_the_rules_were_told(seed, full):
    state, entries = made_up(seed)
    notes = [text for entry in entries if (text := incident_text(entry.event)) is not None]
    act = game_act(state, entries, LETTERHEAD, PLACE)
    assert act.sheets == sheets(state, notes, LETTERHEAD)
    if full or seed % 8 == 0:
        # The printer refuses a document on any other number of folios.
        assert render("acta", act.data, act.moment).startswith(b"%PDF")


@pytest.mark.parametrize("seed", sampled(range(4), 4))
def test_the_act_of_a_game_with_far_more_than_a_page_of_winners_is_printed(seed):
    state, entries = made_up(seed, winners=150, claims=120, troubles=30)
    act = game_act(state, entries, LETTERHEAD, PLACE)
    assert act.sheets > 1
    assert render("acta", act.data, act.moment).startswith(b"%PDF")


def test_an_ordinary_game_is_on_one_folio():
    night = played()
    acts = [folio for folio in folios(empty(), minuted(night.events), LETTERHEAD) if folio.kind == "acta"]
    assert len(acts[0].data["draws"]) == 63
    assert acts[0].sheets == 1


def test_a_wrong_number_of_folios_is_refused():
    state, entries = made_up(1)
    act = game_act(state, entries, LETTERHEAD, PLACE)
    wrong = {**act.data, "folio": {"first": 7, "sheets": act.sheets + 1}}
    with pytest.raises(PrinterError, match="folios y se le asignaron"):
        render("acta", wrong, act.moment)


def session_of(games, incidents, seed):
    luck = random.Random(seed)
    night = opened()
    before = night.state
    happened = list(night.events[7:])
    for number in range(1, games + 1):
        sums = [luck.randint(0, 10**8) for _ in range(3)]
        sold = (SoldRange("A-1042", 1, 9999),)
        happened += [
            GameAnnounced(number, "A-1042", 9999, 500, 1, "fichas"),
            SaleClosed(sold, 9999, sums[0], 0, 0, 0, (), 0, ""),
            PrizePaid(Claim.LINE, "A-1042", 5, sums[1], "", "", "", ""),
            PrizePaid(Claim.BINGO, "A-1042", 5, sums[2], "Pozo Oro", "", "", ""),
            GameSigned(number, number, 1),
        ]
    texts = [sentence(luck, 300) for _ in range(incidents)]
    happened += [IncidentMinuted(n, text, "Ana", 0) for n, text in enumerate(texts, 1)]
    witness = "" if games % 2 else sentence(luck, 12)
    happened += [
        BallsCounted("J-01", 90, "Marta", witness, bool(witness)),
        SessionClosed(1, games, 7, 1),
    ]
    entries = minuted(happened)
    counts = [event for event in happened if isinstance(event, BallsCounted)]
    folios = {number: number for number in range(1, games + 1)}
    act = session_act(before, entries, LETTERHEAD, PLACE, folios, {})
    return act, session_sheets(before, games, counts, texts, LETTERHEAD)


SESSIONS = ((0, 0), (1, 0), (17, 3), (60, 12), (249, 1), (250, 40))
"""Games, and incidents."""


@pytest.mark.parametrize("session", sampled(SESSIONS, lambda session: session in {(1, 0), (60, 12)}), ids=str)
@pytest.mark.req("AJ-41")
def test_the_act_of_a_session_is_on_as_many_folios_as_the_rules_were_told(session):
    games, incidents = session
    act, told = session_of(games, incidents, games)
    assert act.sheets == told
    assert render("acta-sesion", act.data, act.moment).startswith(b"%PDF")


@pytest.mark.parametrize("words", sampled([400, 1, 60, 1500], 4))
@pytest.mark.req("AJ-53")
def test_an_incident_is_on_as_many_folios_as_the_rules_were_told(words):
    night = opened()
    text = sentence(random.Random(words), words)
    entries = minuted([IncidentMinuted(1, text, "Ana Quispe Mamani", 0), IncidentApproved(1, "Marta", 7, 1)])
    incident = incident_diligence(night.state, entries, LETTERHEAD, PLACE)
    assert incident.sheets == incident_sheets(night.state, text, LETTERHEAD)
    assert render("incidencia", incident.data, incident.moment).startswith(b"%PDF")


@pytest.mark.parametrize("words", sampled([200, 1, 1500], 3))
@pytest.mark.req("AJ-26", "AJ-28")
def test_a_change_of_balls_is_on_as_many_folios_as_the_rules_were_told(words):
    state = opened().state
    retired = BallSetRetired("J-01", 3, sentence(random.Random(words), words), 7, 1)
    change = ball_change(state, minuted([retired]), LETTERHEAD, PLACE)
    assert change.sheets == ball_change_sheets(state, retired, LETTERHEAD, DIRECTOR.partition(":")[2])
    assert render("cambio-bolas", change.data, change.moment).startswith(b"%PDF")


LONGEST = "Wilma Wanda Wayra Mamani de Montenegro y Maldonado Montesinos 64"
"""No certificate bears a longer name."""
LONG = ("Gran Sala de Bingo Illimani Wayna Mama Wawa " * 3)[:120]
"""No text of the configuration is longer."""


@pytest.mark.parametrize("people", sampled([5, 0, 2, 9, 60], 5))
@pytest.mark.req("AJ-40")
def test_an_opening_is_on_as_many_folios_as_the_rules_were_told(people):
    state = opened().state
    names = tuple(
        Signatory(f"{LONGEST[:60]} {number}", ("jefe", "cajero"), CERTIFICATES[ACTOR.partition(":")[2]])
        for number in range(people)
    )
    assert state.book is not None
    book = replace(state.book, people=names, hall=LONG, company=LONG)
    state = replace(state, book=book)
    opening = opening_diligence(state, minuted([book]), LETTERHEAD, Place(1, NO_HASH))
    assert opening.sheets == opening_sheets(book, LETTERHEAD, ACTOR.partition(":")[2])
    assert render("diligencia-apertura", opening.data, opening.moment).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("text", "figure"), sampled_pairs(["Sala Illimani", LONG, "W" * 120], [0, 777_777_777_777], 2)
)
@pytest.mark.req("AJ-40")
def test_the_closing_finds_its_place_on_the_folios_that_the_rules_keep_for_it(text, figure):
    night = opened()
    assert night.state.book is not None
    book = replace(night.state.book, hall=text, company=text, notary=text, notarised_on=text)
    state, letterhead = replace(night.state, book=book), Letterhead("1028374021", text)
    totals = dict.fromkeys(("games", "voids", "sessions", "incidents", "complaints"), 77_777)
    money = dict.fromkeys(("collected", "paid", "refunded"), figure)
    close = BookClosed(1, 777_776, "ab" * 32, "cd" * 32, **totals, **money, folio=377, sheets=1)
    told = closing_sheets(replace(state, closing=LONGEST), close, letterhead, LONGEST)
    assert told <= CLOSING
    entries = minuted([ClosingProposed(LONGEST), replace(close, sheets=told)])
    closing = closing_diligence(state, entries, letterhead, Place(377, NO_HASH))
    assert closing.sheets == told
    assert render("diligencia-cierre", closing.data, closing.moment).startswith(b"%PDF")


@pytest.mark.parametrize("name", sampled(["W" * 120, "J-01"], 2))
@pytest.mark.req("AJ-28")
def test_a_set_is_always_mounted_on_one_folio(name):
    state = replace(opened().state, session=None)
    mounted = BallSetMounted(name, 999, 7)
    change = ball_change(state, minuted([mounted]), LETTERHEAD, PLACE)
    assert change.sheets == ball_change_sheets(state, mounted, LETTERHEAD, LONGEST) == 1
    assert change.data["document"]["subtitle"].startswith("Fuera de sesión")
    assert render("cambio-bolas", change.data, change.moment).startswith(b"%PDF")
