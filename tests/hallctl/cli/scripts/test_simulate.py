"""Whole games are played by the rules alone, and every one of their commands can be played again."""

import json
import os
import re
import shlex
import signal
import threading
import time
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from hallctl.cli.scripts.crowd import Dice  # type: ignore[attr-defined]
from hallctl.cli.scripts.lines import script_line
from hallctl.cli.scripts.play import play
from hallctl.cli.scripts.sessions import SimulationError
from hallctl.cli.scripts.simulate import House, simulate
from hallctl.cli.scripts.simulate_command import simulate_command
from hallctl.cli.scripts.tally import estimate, table
from hallctl.config.problems import ConfigError
from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.cards.matrix_file import read_csv
from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import StopForClaim
from hallctl.games.bingo.rules.commands.draw import DrawBall
from hallctl.games.bingo.rules.events.claims import CardVerified, ClaimRaised, PrizeAwarded
from hallctl.games.bingo.rules.events.closing import PrizePaid
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.variants.odds import odds_of
from hallctl.rules.codec import encode
from hallctl.rules.commands.volumes import OpenBook
from hallctl.rules.refusals import Refusal

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs/simulate.md").read_text("utf-8")
MATRIX = read_csv(ROOT / "fixtures/series/a-1042.csv")
SMALL = make_matrix(60, 1)
RULES = rule_set("aj-bolivia")
POTS = replace(
    RULES,
    bingo_bp=5000,
    progressives=(
        Progressive("Pozo A", "bingo", 10_000, 700, 60_000, 70),
        Progressive("Pozo B", "line", 5_000, 300, 20_000, 40),
    ),
)

BY_PLAYER = replace(POTS, split_by="player", operation="manual")


class Scribe:
    """Writes down every command and its answer."""

    def __init__(self):
        self.lines, self.answers = [], []

    def __call__(self, now, issued, answer):
        self.lines.append(script_line(now, issued).encode())
        self.answers.append(answer)

    @property
    def events(self):
        return [event for answer in self.answers if not isinstance(answer, Refusal) for event in answer]


@cache
def simulated(games=40, seats=10, seed=12, rules=RULES, matrix=SMALL):
    scribe = Scribe()
    return simulate(games, seats, seed, rules, matrix, scribe), scribe


def ask(*arguments):
    app = typer.Typer()
    app.command()(simulate_command)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def told(answer):
    if isinstance(answer, Refusal):
        return answer.code
    return [{"kind": type(event).__name__, "body": encode(event)} for event in answer]


def test_the_script_of_a_simulation_is_played_again_to_the_same_events_and_refusals():
    _, scribe = simulated(rules=POTS)
    played = play(scribe.lines, State(POTS, matrices={SMALL.digest: SMALL}))
    answers = [a["events"] if "events" in a else a["refusal"]["code"] for a in played]
    assert answers == [told(answer) for answer in scribe.answers]


def test_the_same_seed_gives_the_same_games_and_another_seed_gives_others():
    first, again, other = Scribe(), Scribe(), Scribe()
    report = simulate(5, 10, 3, RULES, SMALL, first)
    assert simulate(5, 10, 3, RULES, SMALL, again) == report
    assert again.lines == first.lines
    simulate(5, 10, 4, RULES, SMALL, other)
    assert other.lines != first.lines


def test_players_sing_in_every_manner_and_every_mishap_is_played():
    report, _ = simulated()
    kinds = {
        *("BallDoubted", "WrongCallSettled", "GameVoided", "RefundsPaid", "MeansChanged", "BingoCarried"),
        *("SecondSeriesAnnounced", "CardsReturned", "FaultAcknowledged", "SessionClosed"),
    }
    assert kinds <= set(report.happened)
    assert set(report.refusals) == {"CLAIM-LINE", "CLAIM-PHASE", "CLAIM-REPEAT"}
    assert min(report.good, report.bad, report.late, report.unsung) > 0
    assert report.games == report.happened["GameSigned"] == 40
    assert report.won["line"].values + report.won["bingo"].values > 70


@pytest.mark.invariant("I7")
@pytest.mark.parametrize("rules", [RULES, POTS, BY_PLAYER], ids=["no pots", "pots", "by player"])
def test_every_cent_collected_is_accounted_for(rules):
    report, _ = simulated(rules=rules)
    spent = sum(report.paid.values()) + report.refunded
    kept = report.carried + report.house + report.rounding + sum(report.progressives.values())
    assert report.collected == report.cards * 500 == spent + kept
    assert report.ledger == 0
    assert ("Pozo A" in report.paid, "Pozo B" in report.paid) == (rules is not RULES,) * 2


@pytest.mark.req("AJ-118", "D4")
def test_players_are_paid_alike_where_prizes_are_split_by_player_whatever_cards_they_hold():
    _, scribe = simulated(rules=BY_PLAYER)
    stops, several = [], 0
    for event in scribe.events:
        if isinstance(event, ClaimRaised):
            presenters, awarded = {}, {}
            stops.append(awarded)
        elif isinstance(event, CardVerified) and event.good:
            presenters[event.series, event.card] = event.holder
        elif isinstance(event, PrizeAwarded):
            prize = awarded.setdefault((event.claim, event.progressive), Counter())
            prize[presenters[event.series, event.card]] += event.amount
            several += len(presenters) > len(set(presenters.values()))
    for prize in (prize for awarded in stops for prize in awarded.values()):
        assert max(prize.values()) - min(prize.values()) < BY_PLAYER.chip * 6
    assert several > 0


def test_nothing_is_paid_that_nobody_sang():
    _, scribe = simulated()
    good = {(e.series, e.card) for e in scribe.events if isinstance(e, CardVerified) and e.good}
    paid = {(e.series, e.card) for e in scribe.events if isinstance(e, PrizePaid)}
    assert paid and paid <= good


def test_a_card_has_its_line_and_its_bingo_after_as_many_balls_as_is_known():
    report = simulate(40, 200, 11, RULES, MATRIX)
    assert report.cards > 20_000
    for found, known in ((report.held["line"], 64.63), (report.held["bingo"], 91 * 15 / 16)):
        assert abs(found.mean - known) < 3 * found.error < 0.5  # type: ignore[operator]


def test_a_ball_set_that_has_played_its_games_is_changed():
    report, _ = simulated(games=7, rules=replace(RULES, ball_set_games=2))
    assert report.happened["BallSetMounted"] == 4


def test_a_few_players_buy_what_it_takes_to_start():
    report, _ = simulated(games=3, seats=1)
    assert report.cards == 30


@pytest.mark.parametrize(
    ("games", "seats", "matrix", "said"),
    [
        (0, 10, SMALL, "al menos una partida"),
        (1, 0, SMALL, "posiciones autorizadas"),
        (1, 201, SMALL, "posiciones autorizadas"),
        (1, 10, make_matrix(6, 1), "el mínimo es 10"),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_is(games, seats, matrix, said):
    with pytest.raises(ValueError, match=said):
        simulate(games, seats, 1, RULES, matrix)


def house():
    return House(State(RULES, matrices={SMALL.digest: SMALL}), SMALL, 10, Dice("a"), None)


def test_a_refusal_that_nobody_provoked_ends_the_simulation_and_is_told():
    with pytest.raises(SimulationError, match=r"partida 0, orden 1, DrawBall.*BOOK-NONE \(AJ-40\)"):
        house().do(DrawBall())


def test_what_the_rules_should_refuse_and_take_ends_the_simulation():
    opening = OpenBook("S", "C", "L", 1, 10, "N", "2026-01-01", True)
    with pytest.raises(SimulationError, match="se esperaba el rechazo CLAIM-LINE; fue aceptada"):
        house().provoke(opening, "CLAIM-LINE")
    with pytest.raises(SimulationError, match="se esperaba el rechazo CLAIM-LINE; fue BOOK-NONE"):
        house().provoke(StopForClaim(Claim.LINE), "CLAIM-LINE")


def test_an_error_is_told_and_its_script_shows_the_refused_line(tmp_path, monkeypatch):
    monkeypatch.setattr("hallctl.cli.scripts.simulate.FACE_VALUE", 0)
    script = tmp_path / "s.jsonl"
    result = ask("--matrix", ROOT / "fixtures/series/a-1042.csv", "--jsonl", script)
    assert result.exit_code == 1
    assert "SERIES-VALUE" in result.stderr and not result.stdout
    (*_, last) = play(script.read_bytes().splitlines(), State(RULES), lambda path: read_csv(tmp_path / path))
    assert last["refusal"]["code"] == "SERIES-VALUE"


def test_the_command_writes_a_script_that_plays_with_the_cards_beside_it(tmp_path):
    script = tmp_path / "three.jsonl"
    result = ask("--games", 3, "--seats", 10, "--jsonl", script)
    assert result.exit_code == 0, result.output
    assert sorted(p.name for p in tmp_path.iterdir()) == ["three.jsonl", "three.jsonl.csv"]
    answers = list(
        play(script.read_bytes().splitlines(), State(RULES), lambda path: read_csv(tmp_path / path))
    )
    assert answers[0]["matrix"]["cards"] == 600
    refused = {a["refusal"]["code"] for a in answers if "refusal" in a}
    assert refused <= {"CLAIM-LINE", "CLAIM-PHASE", "CLAIM-REPEAT"}
    assert sum(e["kind"] == "GameSigned" for a in answers for e in a.get("events", ())) == 3
    again = ask("--games", 3, "--seats", 10, "--jsonl", script)
    assert isinstance(again.exception, FileExistsError)


def test_options_that_are_wrong_are_errors_of_the_options(tmp_path):
    (tmp_path / "cards.csv").write_text("card\n1,1")
    for wrong in (
        ("--rules", "marte"),
        ("--seats", 201),
        ("--matrix", tmp_path / "cards.csv"),
    ):
        assert isinstance(ask("--games", 1, *wrong).exception, ConfigError), wrong


def test_ctrl_c_ends_it_and_leaves_nothing_behind(tmp_path):
    def interrupt():
        while not list(tmp_path.iterdir()):  # until it has begun to write, however slow the machine is
            time.sleep(0.05)
        pause = 0.3
        while not ended.wait(pause):
            # Where a generator is just being closed Python drops the interrupt, and a person presses again.
            os.kill(os.getpid(), signal.SIGINT)
            pause = 20.0

    ended = threading.Event()
    timer = threading.Thread(target=interrupt, daemon=True)
    timer.start()
    matrix = ROOT / "fixtures/series/a-1042.csv"
    result = ask("--games", 1_000_000, "--seats", 10, "--matrix", matrix, "--jsonl", tmp_path / "s.jsonl")
    ended.set()
    timer.join()
    assert result.exit_code == 130
    assert "Interrumpido" in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.campaign
def test_more_games_than_a_volume_has_folios_go_on_in_the_next_one(monkeypatch):
    monkeypatch.setattr("hallctl.cli.scripts.sessions.MOST_FOLIOS", 200)
    report, scribe = simulated(games=240, seats=5)
    opened = [json.loads(line) for line in scribe.lines if b'"OpenBook"' in line]
    assert [line["body"]["volume"] for line in opened] == list(range(1, len(opened) + 1))
    assert len(opened) > 1
    assert report.games == 240


def test_the_example_of_the_page_says_what_the_command_says(monkeypatch):
    monkeypatch.chdir(ROOT)
    command, output = re.search(r"```sh\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL).groups()
    result = ask(*shlex.split(command)[2:])
    assert result.exit_code == 0
    assert result.stdout == output, "the rules changed: paste the new output"


def test_means_are_told_as_far_as_the_values_go():
    assert estimate([]).mean is None
    assert (estimate([4]).mean, estimate([4]).error) == (4, None)
    found = estimate([2, 4, 6, 8])
    assert found.mean == 5
    assert found.error == pytest.approx((20 / 3) ** 0.5 / 2)
    lines = list(table(simulated(games=1, seats=5)[0], "Bs"))
    assert any(re.fullmatch(r"  hasta la línea de un cartón +\d\d,\d\d", line) for line in lines)


def test_a_line_of_the_script_is_json_with_what_goes_without_saying_left_out():
    _, scribe = simulated()
    keys = {tuple(json.loads(line)) for line in scribe.lines}
    envelope = ("at", "post", "person", "command")
    assert keys == {envelope, (*envelope, "body")}


@pytest.mark.invariant("I7")
@pytest.mark.parametrize("name", ["pt-bingo-80", "pt-bingo-75", "pt-bingo-30-symbols"])
def test_any_rule_set_is_played_its_prizes_come_as_is_known_and_every_cent_is_accounted_for(name):
    rules = replace(rule_set(name), seats=200)
    report = simulate(30, 60, 5, rules, make_series(rules.variant, 600, 2))
    assert list(report.won) == [prize.key for prize in rules.sung]
    spent = sum(report.paid.values()) + report.refunded
    kept = report.carried + report.house + report.rounding + sum(report.progressives.values())
    assert (report.collected, report.ledger) == (spent + kept, 0)
    for prize in rules.sung:
        known, found = odds_of(rules.variant, prize.combination).mean, report.held[prize.key]
        assert found.mean is not None and found.error is not None
        assert abs(found.mean - float(known)) < 4 * found.error, prize.key
    assert any("Cuatro esquinas" in line for line in table(report, "€")) == (name == "pt-bingo-75")
