"""Two hundred games, and the hall holds what it held: memory, descriptors and threads (I20)."""

import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest

from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.people import People
from hallctl.app.practice.processes import Controller, Simulators
from hallctl.app.practice.session import Reading, Session
from hallctl.app.setting import load
from hallctl.app.vault import Places
from hallctl.app.whole_file import write_whole
from hallctl.games.bingo.cards.matrix_file import export_csv
from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.files import rule_set
from hallctl.minutes.volumes import volume_name
from tests.hallctl.cli.book.hall import ROOT
from tests.torture.vitals import Vitals, vitals

GAMES = max(10, int(os.environ.get("GAMES", "200")))
"""How many games; the figure is for the 200 of I20."""

CARDS = 18
"""How many cards are sold in a game."""

WARM = 0.1
"""The share of the games after which everything is in memory that is there for good."""

WARM_GAMES = 5
"""And so many games at least."""

BY_HAND = ROOT / "fixtures/config/manual.toml"


class Watch:
    """Looks at the process whenever a game is over."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._games = 0
        self.seen: list[Vitals] = []

    def look(self, desk) -> None:
        if desk["games"] > self._games:
            self._games = desk["games"]
            self.seen.append(vitals(self._pid))


@pytest.mark.invariant("I20")
@pytest.mark.timeout(0)
@pytest.mark.parametrize("means", ["by hand", "by the machine"])
def test_a_long_night_leaves_memory_descriptors_and_threads_as_they_were(
    tmp_path, full, tell: Callable[[str], None], means
):
    if not full:
        pytest.skip("200 games take an hour: --torture; tests/torture/test_crowd.py looks at one")
    config, games = (BY_HAND, GAMES) if means == "by hand" else (CONFIG, max(10, GAMES // 10))
    overrides = [*demo_overrides(tmp_path), "book.folios=1000"]
    overrides += ["practice.minimum_interval_ms=0", "practice.any_more_ms=100"]
    config = with_cards_for(games, config, tmp_path)
    if means == "by hand":
        overrides = [each for each in overrides if not each.startswith(("extractor.", "camera."))]
    setting, began = load(config, overrides), time.monotonic()
    book = Places(tmp_path).book / volume_name(1)
    with ExitStack() as parts:
        far_end = parts.enter_context(Simulators(setting, 7, pace=10))
        controller = Controller(config, setting.config.console.port, overrides, tmp_path / "hallctl.log")
        parts.callback(controller.end)
        controller.await_ready()
        watch = Watch(controller.child.pid)
        people = People(setting.material[0], far_end.plant, CARDS, games, setting.config.people[0].name)
        reading = Reading(book, rule_set("aj-bolivia"), lambda _: None)
        Session(people, controller, reading, 120, watch.look, lambda *_: None).play()
    seen = watch.seen[max(WARM_GAMES, int(games * WARM)) :]
    grown, slope = growth(seen)
    minutes, first = (time.monotonic() - began) / 60, games - len(seen) + 1
    tell(
        f"{games} games {means} in {minutes:.0f} min; after game {first}: {seen[0]}; after game {games}: "
        f"{seen[-1]}; resident memory {grown:+.1%}, {slope:+.1f} KiB a game"
    )
    assert len(watch.seen) == games
    assert grown < 0.05
    # A thread or a descriptor may be on its way out while one looks; the first and the last tenth are alike.
    tenth = max(1, len(seen) // 10)
    for of in ("descriptors", "threads"):
        early, late = ([getattr(each, of) for each in part] for part in (seen[:tenth], seen[-tenth:]))
        assert np.median(late) <= np.median(early) + 1, of


def with_cards_for(games: int, config: Path, folder: Path) -> Path:
    """Return a copy of a configuration whose series has the cards that so many games sell."""
    cards = folder / "cartones.csv"
    write_whole(cards, export_csv(make_matrix(games * CARDS, 1042, lambda _: None)).encode("ascii"))
    copy = folder / config.name
    copy.write_text(config.read_text("utf-8").replace('"../series/a-1042.csv"', f'"{cards}"'), "utf-8")
    return copy


def growth(seen: list[Vitals]) -> tuple[float, float]:
    """Return the growth of the fitted resident memory from first to last, and its slope in KiB a game."""
    memory = [each.rss_kib for each in seen]
    slope, start = np.polyfit(range(len(memory)), memory, 1)
    return slope * (len(memory) - 1) / start, slope
