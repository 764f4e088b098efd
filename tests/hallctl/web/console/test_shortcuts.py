"""One key takes one step, and one step has one key, for ever: in each phase, and wherever it is printed."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.app.games import GAMES
from hallctl.games.game import Game
from hallctl.outputs.offer import Offer
from hallctl.rules.commands.base import Actor, Post
from hallctl.rules.game_rules import GameRules
from hallctl.rules.house import HOUSE_STEPS
from hallctl.rules.step import Care, Proof
from hallctl.web.console import shortcuts as console
from hallctl.web.console import view
from hallctl.web.console.language import COOKIE
from hallctl.web.console.tabs import Looking
from tests.hallctl.bingo import BUTTONS, KEYS
from tests.hallctl.web.console.hall import Hall, Serving
from tools.keys import PAGE, with_keys

FOR_EVER = {
    **{"F1": "CallBall", "F2": "DrawBall", "F3": "StopForClaim line", "F4": "StopForClaim bingo"},
    **{"F6": "VerifyCard", "F7": "AskAnyMore", "F8": "ResumeDraw", "F9": "SellCards", "F10": "SignGame"},
    **{"Alt+A": "AnnounceGame", "Alt+B": "EnterBall", "Alt+C": "CloseSale", "Alt+D": "SettleBall"},
    **{"Alt+E": "DeliverCards", "Alt+F": "FinishGame", "Alt+G": "ContinuePlay", "Alt+H": "OpenShift"},
    **{"Alt+I": "MinuteIncident", "Alt+J": "CountPlayers", "Alt+L": "FillDrum", "Alt+M": "CountCash"},
    **{"Alt+N": "AnnounceClose", "Alt+O": "CorrectBall", "Alt+P": "PayPrize", "Alt+Q": "FileComplaint"},
    **{"Alt+R": "CollectCards", "Alt+S": "ReturnCards", "Alt+T": "StartDraw", "Alt+U": "TakeBackSale"},
    **{
        "Alt+V": "AcknowledgeFault",
        "Alt+W": "PayPrizes",
        "Alt+X": "NoteWrongCall",
        "Alt+Y": "StopCadence",
        "Alt+Z": "StartCadence",
    },
}
"""What people have learnt by heart. A row may be added; none may ever say anything else."""

NAMES = sorted(BUTTONS)


def offer(command: str, claim: str = "", label: str = "") -> Offer:
    return Offer(command, label, Post.JEFE, "Ana", {"claim": claim} if claim else {}, (), None, "")


def shortcuts(shown: Iterable[Offer]) -> tuple[str, ...]:
    return console.shortcuts((each, BUTTONS[each.command]) for each in shown)


def test_a_key_that_was_given_stays_with_its_step_for_ever() -> None:
    assert {key: step for step, key in KEYS.items()} == FOR_EVER


@pytest.mark.parametrize("game", GAMES.values(), ids=tuple(GAMES))
def test_no_key_of_the_house_and_its_game_takes_two_steps_and_no_step_has_two(game: Game) -> None:
    rows = console.key_rows(game.rules.all_steps)
    assert len({row.key for row in rows}) == len({row.step for row in rows}) == len(rows)
    assert all(re.fullmatch(r"F([1-4]|[6-9]|10)|Alt\+[A-Z]", row.key) for row in rows)
    assert console.SCAN_KEY not in {row.key for row in rows}


def test_a_game_that_gives_a_key_away_twice_is_none() -> None:
    (kind, step), *_ = HOUSE_STEPS.items()
    assert step.button is not None
    with pytest.raises(ValueError, match=r"Alt\+V takes"):
        GameRules("otro", {kind: replace(step, button=step.button.by("Alt+V"))}, {})


def test_what_two_people_decide_and_what_is_held_for_good_is_taken_by_no_key_but_what_begins_with_words() -> (
    None
):
    grave = {name for name, row in BUTTONS.items() if row.care is Care.HELD or row.proof is Proof.KEY}
    assert {name for name in grave if BUTTONS[name].keys} == {"MinuteIncident"}


def test_of_two_prizes_the_first_has_the_key() -> None:
    assert shortcuts([offer("PayPrize", label="7"), offer("PayPrize", label="8")]) == ("Alt+P", "")


@given(
    st.lists(st.builds(offer, st.sampled_from(NAMES), st.sampled_from(["", "line", "bingo"])), max_size=26)
)
def test_a_step_has_its_key_or_none_whatever_else_is_shown(shown: list[Offer]) -> None:
    keys = [key for key in shortcuts(shown) if key]
    assert len(keys) == len(set(keys))
    for each, key in zip(shown, shortcuts(shown), strict=True):
        (alone,) = shortcuts([each])
        assert key in {alone, ""}
        assert not alone or alone in keys


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[view.Page]]:
    """The pages of one who has every post at once, before each step of a game."""
    pages: list[view.Page] = []
    with Hall(tmp_path_factory.mktemp("hall"), range(1, 91)) as hall, Serving(hall) as serving:
        everybody = tuple(Actor(a.person, a.post) for a in hall.premises.appointments)
        while len(pages) < 60:
            looks = Looking("", everybody, everybody, None, tabbed=False)
            pages.append(view.page(hall, hall.newest(), looks))
            first = serving.desk()["offers"][0]
            match pages[-1].phase, first["label"]:
                case "sale", _ if hall.state.game and not hall.state.game.cards:
                    serving.play("Vender cartones", count=600)
                case "sale", _:
                    serving.play("Cerrar venta")
                case "draw", "Extraer bola" if hall.state.game and hall.state.game.called > 4:
                    serving.play("Parar: ¡línea!")
                case "claim", _:
                    serving.play("Proponer anulación")
                    serving.play("Conformar anulación")
                case (("signed" | "void"), _):
                    break
                case _, label:
                    serving.play(label)
                    if label == "Extraer bola":
                        hall.wait_for_ball()
    yield pages


def test_in_every_phase_a_step_has_its_own_key_or_none(seen: list[view.Page]) -> None:
    assert {page.phase for page in seen} >= {
        "book",
        "hall",
        "session",
        "sale",
        "closed",
        "draw",
        "claim",
        "void",
    }
    met = dict[str, set[str]]()
    for page in seen:
        every = page.steps
        shown = [
            *every.open,
            *every.stops,
            *every.voiding,
            *every.seldom,
            *([every.next] if every.next else []),
        ]
        keys = [step.shortcut for step in shown if step.shortcut]
        assert len(keys) == len(set(keys))
        for step in shown:
            claim = step.offer.body.get("claim", "") if step.offer.command == "StopForClaim" else ""
            if step.shortcut:
                met.setdefault(step.shortcut, set()).add(f"{step.offer.command} {claim}".strip())
    assert {key: {FOR_EVER[key]} for key in met} == met
    assert len(met) > 12


def test_the_manual_has_every_key_and_every_step_without_one() -> None:
    assert with_keys(PAGE.read_text("utf-8")) == PAGE.read_text("utf-8"), "run python -m tools.keys"


@pytest.mark.parametrize("language", ["es", "pt", "en"])
def test_the_page_of_keys_has_them_all_for_who_has_not_entered(tmp_path: Path, language: str) -> None:
    with Hall(tmp_path) as hall, Serving(hall) as serving:
        html = serving.plain.get("/ayuda/teclas", headers={"Cookie": f"{COOKIE}={language}"}).text
        rows = re.findall(r"<li><kbd>([^<]+)</kbd> <b>([^<]+)</b>", html)
        assert [key for key, _ in rows] == [row.key for row in console.key_rows(hall.game.rules.all_steps)]
        assert len({step for _, step in rows}) == len(rows)
        assert ("F1", {"es": "Cantar bola", "pt": "Cantar bola", "en": "Call ball"}[language]) in rows
