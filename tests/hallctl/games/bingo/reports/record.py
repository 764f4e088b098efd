"""Records of whole simulated nights, as reports read them."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import cache

import numpy as np

from hallctl.cli.scripts.simulate import simulate
from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import FinishGame, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.draw import StartDraw
from hallctl.games.bingo.rules.commands.opening import LoadBalls, RegisterSeries
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import fold
from hallctl.outputs.minuted import Minuted
from hallctl.rules.binding import NO_BINDING, VolumeEnd
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.rules.commands.session import CloseSession, OpenSession, PassCheck
from hallctl.rules.commands.volumes import CloseBook, ProposeClosing
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.bingo.rules.night import APPOINTMENTS, DAY, OPENING, Night

RULES = rule_set("aj-bolivia")
POTS = replace(
    RULES,
    bingo_bp=5000,
    progressives=(
        Progressive("Pozo A", "bingo", 10_000, 700, 60_000, 70),
        Progressive("Pozo B", "line", 5_000, 300, 20_000, 40),
    ),
)
SMALL = make_matrix(60, 1)
START = datetime(2026, 11, 20, 20, 0, tzinfo=timezone(timedelta(hours=-4)))


@cache
def night(games=45, seed=12, rules=POTS, seats=10):
    """Return the record of a simulated book: a session for every twenty games."""
    record = []

    def watch(now, issued, answer):
        if isinstance(answer, Refusal):
            return
        actor = f"{issued.actor.post}:{issued.actor.person}"
        for event in answer:
            time = START + timedelta(milliseconds=now)
            record.append(Minuted(len(record) + 1, time, actor, f"{len(record):064x}", event))

    simulate(games, seats, seed, rules, SMALL, watch)
    return tuple(record)


def noted(events):
    """Return events as a record, a second apart."""
    return tuple(
        Minuted(i, START + timedelta(seconds=i), "jefe:Ana", f"{i:064x}", event)
        for i, event in enumerate(events, 1)
    )


def without(record, predicate):
    """Return the record without the entries whose event the predicate picks."""
    return tuple(entry for entry in record if not predicate(entry.event))


def doctored(record, kind, change, nth=0):
    """Return the record with one event of a kind changed."""
    places = [i for i, entry in enumerate(record) if isinstance(entry.event, kind)]
    place = places[nth]
    entry = replace(record[place], event=change(record[place].event))
    return (*record[:place], entry, *record[place + 1 :])


@cache
def _every_card():
    return np.array([card.rows for card in make_matrix(600, 1).cards]).reshape(600, 15)


def draws(rng, games, cards=100, weights=None, stop=None):
    """Return the draws of some games, each ended by the first full card (or by ``stop``)."""
    every, played = _every_card(), []
    for _ in range(games):
        order = np.argsort(rng.exponential(size=90) / (1 if weights is None else weights)) + 1
        place = np.empty(91, int)
        place[order] = np.arange(1, 91)
        sold = every[rng.choice(len(every), cards, replace=False)]
        count = place[sold].max(axis=1).min() if stop is None else stop(place)
        played.append(tuple(order[:count].tolist()))
    return played


@cache
def two_volumes(seed=12, games=25):
    """Return the records of two volumes: a simulated one that is closed, and one that takes over from it."""
    first = list(night(games, seed))
    state = fold(State(POTS, matrices={SMALL.digest: SMALL}), (entry.event for entry in first))
    later = Night(POTS, SMALL)
    later.state = state
    later.do(ProposeClosing(), CloseBook(len(first) + 1, "ab" * 32, "cd" * 32))
    end = VolumeEnd(1, len(first) + 2, "ab" * 32, "ef" * 32)
    closing = len(later.events)
    later.do(replace(OPENING, volume=2, binding=replace(NO_BINDING, previous=end)))
    later.do(OpenSession(APPOINTMENTS, DAY), *(PassCheck(item) for item in POTS.checks))
    later.do(later.count(), LoadBalls())
    later.do(RegisterSeries("Z", 1, 500, SMALL.digest))
    series = "Z-1"
    for _ in range(2):
        later.do(AnnounceGame(series), ReportFilled(), SellCards(20), CloseSale(), StartDraw())
        card = later.state.game.first
        for row in SMALL.card(card).rows:
            for ball in row:
                later.draw(ball)
        later.do(StopForClaim(Claim.BINGO), VerifyCard(Claim.BINGO, series, card))
        later.ask()
        later.do(FinishGame())
        later.settled()
    later.do(later.count(), CloseSession())
    noted_ = [
        Minuted(number, START + timedelta(days=3, seconds=number), "jefe:Ana", f"{number:064x}", event)
        for number, event in enumerate(later.events[closing:], 1)
    ]
    return (*first, *noted(later.events[:closing])), tuple(noted_)
