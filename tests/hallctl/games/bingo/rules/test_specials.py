"""Games with prizes of their own: announced by their key, and approved with the rule set."""

from dataclasses import replace
from pathlib import Path

import pytest

from displays.views import SaleView
from hallctl.config.rules import RuleSetError, rule_set
from hallctl.games.bingo.announcer import BINGO_SPEECH
from hallctl.games.bingo.desk.candidates import candidates
from hallctl.games.bingo.desk.results import result
from hallctl.games.bingo.documents.act import game_act
from hallctl.games.bingo.narration import narrate_bingo
from hallctl.games.bingo.rules.commands.claims import StopForClaim
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.events.sale import GameAnnounced, SaleClosed
from hallctl.games.bingo.rules.ruleset import RuleSet, Special
from hallctl.games.bingo.rules.tables import fold
from hallctl.games.bingo.screens.play import sale
from hallctl.games.bingo.script import script
from hallctl.games.bingo.words import prize_title
from hallctl.outputs.folios.values import NO_HASH, Place
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.codec import decode, encode
from tests.hallctl.games.bingo.desk.test_desk import PREMISES
from tests.hallctl.games.bingo.documents.volume import LETTERHEAD
from tests.hallctl.games.bingo.reports.record import noted
from tests.hallctl.games.bingo.rules.listed import CORNERS, FULL, LINE, MATRIX, PATTERN, rules_of
from tests.hallctl.games.bingo.rules.night import Night

EARLY = Special("early", "Especial X", "Especial X", "X special", (replace(PATTERN, share_bp=3000), FULL))
ROOT = Path(__file__).parents[5]
RULES = replace(rules_of((CORNERS, LINE, replace(FULL, share_bp=6000))), specials=(EARLY,))


def opened() -> Night:
    return Night(RULES, MATRIX).open_session(MATRIX)


def voided(night: Night) -> None:
    night.do(CloseSale(), ProposeVoid("un fallo del bombo"), ApproveVoid())


@pytest.mark.req("PT-17", "PT-62", "AJ-65")
def test_a_special_is_announced_by_its_key_and_its_prizes_stand_from_then_to_the_next_game() -> None:
    night = opened()
    assert night.refused(AnnounceGame("A-1042", special="late")) == "SPECIAL-UNKNOWN"
    (announced,) = night.do(AnnounceGame("A-1042", special="early"))
    assert announced == GameAnnounced(1, "A-1042", 60, 500, 1, RULES.payment, "early")
    night.do(SellCards(60))
    (closed,) = night.do(CloseSale())
    assert isinstance(closed, SaleClosed)
    assert [(each.prize, each.amount) for each in closed.amounts] == [("pattern", 9000), ("full", 13500)]
    assert night.state.rules.digest == RULES.digest, "what was approved is the whole rule set"
    assert night.state.rules.for_special("") == RULES
    assert night.refused(StopForClaim("corners")) != ""


@pytest.mark.req("PT-17")
def test_the_game_after_a_special_has_the_prizes_of_every_game_again() -> None:
    night = opened()
    for special, keys in (("early", ["pattern", "full"]), ("", ["corners", "line", "full"])):
        night.do(AnnounceGame("A-1042", special=special), SellCards(20))
        assert [prize.key for prize in night.state.rules.listed] == keys
        voided(night)
        night.settled()
    assert night.state.emptied().rules == RULES


def test_an_entry_of_before_there_were_specials_reads_and_is_written_as_it_was() -> None:
    values = {"game": 1, "series": "A-1", "size": 60, "face_value": 500, "first": 1, "payment": "fichas"}
    announced = decode(GameAnnounced, values)
    assert announced.special == ""
    assert encode(announced) == values


@pytest.mark.req("AJ-36", "AJ-38", "PT-12", "PT-62")
def test_wall_desk_voice_script_act_and_narration_name_the_special() -> None:
    night = opened()
    offered = candidates(night.state, PREMISES, late=False)
    labels = [str(each.label) for each in offered if isinstance(each.command, AnnounceGame)]
    assert labels == ["Anunciar serie A 1042 y precio", "Anunciar «Especial X», serie A 1042 y precio"]
    events = night.do(AnnounceGame("A-1042", special="early"))
    (announced,) = (event for event in events if isinstance(event, GameAnnounced))
    found = result(night.state, events)
    assert found is not None and [str(note) for note in found.notes] == ["Especial X"]
    assert "especial «early»" in (narrate_bingo(announced, "Bs") or "")
    assert script(night.state).startswith("Partida 1. Especial X. ")
    for language, name in (("es", "Especial X. "), ("en", "X special. ")):
        view = sale(night.state, Wall("Tejo", simulated=False, language=language))
        assert isinstance(view, SaleView)
        assert view.notice.startswith(name)
    said = BINGO_SPEECH.texts("es", RULES)
    assert {"premio-pattern", "premio-corners"} <= {*said}
    assert str(prize_title("pattern", RULES)) == "Letra X", "of a past game too"


def test_the_act_names_the_special() -> None:
    night = opened()
    night.do(AnnounceGame("A-1042", special="early"), SellCards(20))
    voided(night)
    entries = noted(night.events)
    first = next(at for at, entry in enumerate(entries) if isinstance(entry.event, GameAnnounced))
    act = game_act(night.state, entries[first:], LETTERHEAD, Place(3, NO_HASH))
    assert act.data["game"] == {"order": "1: Especial X"}


@pytest.mark.req("AJ-117", "PT-35")
@pytest.mark.parametrize(
    ("specials", "why"),
    [
        ((EARLY, EARLY), "su propia clave"),
        ((replace(EARLY, key=""),), "su propia clave"),
        ((replace(EARLY, pt=""),), "los tres idiomas"),
        ((replace(EARLY, es="x" * 25),), "hasta 24 letras"),
        ((replace(EARLY, prizes=(FULL, PATTERN)),), "acaba con el premio «full»"),
        ((replace(EARLY, prizes=(PATTERN, FULL)),), "specials: early: the shares add up to"),
    ],
)
def test_a_special_that_contradicts_the_rule_set_is_refused(specials: tuple[Special, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(RULES, specials=specials)


@pytest.mark.req("PT-35")
def test_a_special_keeps_the_limits_of_the_law_too() -> None:
    fair = replace(EARLY, prizes=(replace(CORNERS, share_bp=2500), replace(FULL, share_bp=5000)))
    lawful = replace(RULES, law="portugal", specials=(fair,))
    assert lawful.for_special("early").law == "portugal"
    little = replace(EARLY, prizes=(replace(CORNERS, share_bp=4600), replace(FULL, share_bp=2900)))
    for special, article in ((little, "PT-41"), (EARLY, "PT-63")):
        with pytest.raises(ValueError, match=article):
            replace(lawful, specials=(special,))


def test_a_file_names_a_special_and_nobody_writes_what_was_approved(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    text = (ROOT / "fixtures/config/rules-75.toml").read_text("utf-8")
    file.write_text(text, "utf-8")
    found = rule_set(str(file), RuleSet, {})
    assert [special.key for special in found.specials] == ["letter-h"]
    assert found.for_special("letter-h").forms("bingo")
    file.write_text('approved = "x"\n' + text, "utf-8")
    with pytest.raises(RuleSetError, match="approved"):
        rule_set(str(file), RuleSet, {})


def test_a_book_whose_special_is_no_longer_in_the_rule_set_is_read() -> None:
    night = opened()
    night.do(AnnounceGame("A-1042", special="early"), SellCards(20))
    voided(night)
    night.settled()
    without = Night(replace(RULES, specials=()), MATRIX)
    read = fold(without.state, night.events)
    assert read.game is not None and read.game.special == "early"
    assert read.rules.listed == RULES.listed
