"""Games on the cards of other variants: what a line is, what a card lacks, and what the rule set must say."""

from dataclasses import asdict, replace

import pytest

from hallctl.config.rules import rule_set
from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.desk.claims import Unsung, wins
from hallctl.games.bingo.rules.cards import Matrix, full_line, missing
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import FinishGame, ResumeDraw, VerifyCard
from hallctl.games.bingo.rules.commands.wrong_calls import NoteWrongCall
from hallctl.games.bingo.rules.events.claims import CardVerified, PrizeAwarded
from hallctl.games.bingo.rules.events.wrong_calls import WrongCallNoted
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.screens.play import check
from hallctl.games.bingo.variants.combination import LINES, Way
from hallctl.games.bingo.variants.library import variant
from hallctl.games.bingo.words import line_name
from hallctl.outputs.screens.wall import Wall
from tests.hallctl.games.bingo.rules.night import RULES, Night

SQUARE = ("pt-bingo-80", "pt-bingo-75", "pt-bingo-75-numbered", "pt-bingo-30")
CARDS = 60
CARD = 5


def rules_of(key: str, line: tuple[Way, ...] = LINES) -> RuleSet:
    played = variant(key)
    return replace(RULES, variant=played, universe=played.universe, line=line)


def night_of(key: str, line: tuple[Way, ...] = LINES) -> tuple[Night, Matrix]:
    """Return a night in which a game of a variant is being drawn."""
    rules, matrix = rules_of(key, line), make_series(variant(key), CARDS, 3)
    night = Night(rules, matrix).open_session(matrix)
    return night.start(CARDS), matrix


@pytest.mark.req("PT-57", "PT-59", "PT-60", "PT-61", "PT-63", "PT-66", "PT-68")
@pytest.mark.parametrize("key", SQUARE)
@pytest.mark.parametrize("way", LINES)
def test_each_kind_of_line_wins_and_then_the_full_card(key: str, way: Way) -> None:
    night, matrix = night_of(key)
    lines, cells = night.state.rules.lines, matrix.card(CARD).cells
    at = next(index for index, line in enumerate(lines, 1) if line.way is way)
    for ball in lines[at - 1].numbers(cells):
        night.draw(ball)
    night.claim(Claim.LINE, CARD)
    (verified,) = night.state.game.verified
    assert (verified.good, verified.row, verified.missing) == (True, at, ())
    assert line_name(night.state.rules, Claim.LINE, at).split()[0] == {
        "rows": "fila",
        "columns": "columna",
    }.get(way, way[:-1])
    night.ask()
    night.do(ResumeDraw())
    for ball in matrix.card(CARD).numbers:
        if ball not in night.state.game.drawn:
            night.draw(ball)
    night.claim(Claim.BINGO, CARD)
    night.ask()
    night.do(FinishGame())
    awards = [event for event in night.events if isinstance(event, PrizeAwarded)]
    assert [(award.claim, award.card) for award in awards] == [(Claim.LINE, CARD), (Claim.BINGO, CARD)]
    assert sum(award.amount for award in awards) <= night.state.game.collected


@pytest.mark.req("PT-37", "PT-59")
def test_a_hall_may_restrict_the_kinds_of_line_and_is_told_what_a_card_lacks() -> None:
    night, matrix = night_of("pt-bingo-80", (Way.ROWS,))
    column = matrix.card(CARD).cells[::4]
    for ball in column:
        night.draw(ball)
    night.claim(Claim.LINE, CARD)
    (verified,) = night.state.game.verified
    assert (verified.good, verified.row, len(verified.missing)) == (False, 0, 3)


@pytest.mark.parametrize("key", SQUARE)
def test_the_count_of_unsung_cards_and_of_a_wrong_calls_winners_is_that_of_the_rules(key: str) -> None:
    night, matrix = night_of(key)
    lines, balls = night.state.rules.lines, [*range(2, night.state.rules.universe)]
    cards = {number: matrix.card(number) for number in range(1, CARDS + 1)}
    held: list[int] = []
    while not held:
        night.draw(balls.pop(0))
        held = [n for n, card in cards.items() if full_line(card, lines, night.state.game.called_balls)]
    drawn = night.state.game.drawn
    night.claim(Claim.LINE, held[0])
    assert wins(night.state)
    night.ask()
    assert Unsung().count(night.state) == len(held) - 1
    noted = night.only(WrongCallNoted, NoteWrongCall(balls[0]))
    wrong = (*drawn[:-1], balls[0])
    now, then = ([n for n, c in cards.items() if full_line(c, lines, said)] for said in (drawn, wrong))
    assert noted.lines == tuple(n for n in then if n not in now)
    assert noted.bingos == tuple(n for n, c in cards.items() if not missing(c, wrong) and missing(c, drawn))


@pytest.mark.parametrize("key", SQUARE)
def test_the_wall_rings_the_line_on_a_card_of_its_own_form(key: str) -> None:
    night, matrix = night_of(key)
    cells, width = matrix.card(CARD).cells, len(night.state.rules.variant.columns)
    diagonal = night.state.rules.lines[-1].numbers(cells)
    for ball in diagonal:
        night.draw(ball)
    night.claim(Claim.LINE, CARD)
    view = check(night.state, Wall(hall="Illimani", simulated=False))
    assert (view.cells, view.columns, view.rows) == (cells, width, width)
    assert view.ringed == diagonal
    assert not [*view.problems()]


def test_a_card_of_another_series_than_the_game_is_no_winner() -> None:
    night, _ = night_of("pt-bingo-30")
    night.draw(1)
    night.claim(Claim.LINE)
    verdict = night.only(CardVerified, VerifyCard(Claim.LINE, "A-1042", CARDS + 1))
    assert not verdict.good


@pytest.mark.req("AJ-18", "AJ-117")
def test_the_variant_is_of_the_rule_set_and_its_digest_and_a_file_names_it(tmp_path) -> None:
    (tmp_path / "own.toml").write_text(
        'base = "aj-bolivia"\nuniverse = 75\nvariant = "pt-bingo-75"\n'
        'line = ["rows", "columns", "diagonals"]\n'
    )
    read = rule_set("own.toml", RuleSet, folder=tmp_path)
    assert (read.variant, len(read.lines)) == (variant("pt-bingo-75"), 12)
    assert read.digest != rules_of("pt-bingo-75", (Way.ROWS,)).digest
    assert asdict(read)["variant"]["universe"] == 75
    with pytest.raises(ValueError, match="los cartones «aj-bingo-90» son de 90 bolas"):
        replace(RULES, universe=75)
