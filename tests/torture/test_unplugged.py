"""A line or a camera pulled out in mid-draw, and put in again: the same ball, once, after the jefe's word."""

import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from drivers.plant import load_plant
from hallctl.games.bingo.rules.commands.draw import DrawBall, SettleBall
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify
from hallctl.rules.commands.running import ContinuePlay
from hallctl.rules.refusals import Refusal
from tests.drivers.extractor_bench import brought_out
from tests.hallctl.table.bench import Bench

PACE = 1.5
LONGEST_LEAD_S = 0.3


KINDS = ("line", "line and controller", "camera", "camera's server")


class Pulled:
    """One of a hall's devices, pulled out and put in again."""

    def __init__(self, bench: Bench, what: str) -> None:
        self.bench = bench
        self.what = what
        self.code = "CAMERA-LOST" if "camera" in what else "EXT-LOST"

    def out(self) -> None:
        far_end = self.bench.far_end
        match self.what:
            case "line" | "line and controller":
                far_end.extractor.tell("unplug")
            case "camera":
                far_end.camera.tell("unplug")
            case "camera's server":
                far_end.camera.kill()
        self.bench.until(lambda state: any(f.code == self.code and f.active for f in state.faults))

    def back(self) -> None:
        far_end = self.bench.far_end
        match self.what:
            case "line":
                far_end.extractor.tell("plug")
            case "line and controller":
                self.bench.stop()
                self.bench.start()
                far_end.extractor.tell("plug")
            case "camera":
                far_end.camera.tell("clear")
            case "camera's server":
                far_end._start_exit_camera(str(self.bench.setting.config.camera.source))

    def go_on(self, drawn: int) -> int:
        """Do what the jefe does until so many balls are drawn; returns how many doubts a person settled."""
        bench, doubts = self.bench, 0
        while len(bench.state.game.drawn) < drawn:
            bench.acknowledge_all()
            if bench.state.suspended:
                assert len(bench.state.game.drawn) < drawn, "nothing draws by itself"
                bench.do(ContinuePlay())
            bench.until(lambda state: len(state.game.drawn) == drawn or state.faults or state.game.doubt)
            if bench.state.game.doubt is not None:
                doubts += 1
                bench.do(SettleBall(int(bench.ink_at_exit())))
        bench.acknowledge_all()
        if bench.state.suspended:
            bench.do(ContinuePlay())
        return doubts


@pytest.mark.timeout(1800)
@pytest.mark.invariant("I2", "I4", "I13", "I14", "I15", "I21")
def test_what_is_pulled_out_in_mid_draw_and_put_in_again_brings_the_same_ball_once(
    tmp_path: Path, full: bool, tell: Callable[[str], None]
) -> None:
    rng, doubts, waited = random.Random(21), 0, Counter[str]()
    with Bench(tmp_path, pace=PACE) as bench:
        bench.open_session()
        bench.start_game()
        for drawn, what in enumerate(KINDS * (10 if full else 1), start=1):
            pulled = Pulled(bench, what)
            bench.do(DrawBall())
            time.sleep(rng.uniform(0, LONGEST_LEAD_S))
            pulled.out()
            waited[what] += bench.state.game.pending is not None
            refused = bench.ask(DrawBall())
            assert isinstance(refused, Refusal) and refused.code == "FAULT"
            pulled.back()
            doubts += pulled.go_on(drawn)
            assert bench.state.game.drawn[-1] == int(bench.ink_at_exit())
            assert bench.state.game.order == drawn
            bench.call()
        out = brought_out(load_plant(bench.far_end.plant))
        book = bench.book_path
    committed = [(e.body["order"], e.body["ball"]) for e in read_entries(book) if e.kind == "BallDrawn"]
    assert committed == list(enumerate(out, start=1))
    assert verify(book).ok
    tell(f"{len(out)} times out, before the ball was known: {dict(waited)}; {doubts} settled by a person")
    if full:
        assert waited["line"] > 3 < waited["line and controller"]
