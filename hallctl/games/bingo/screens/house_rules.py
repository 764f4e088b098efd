"""The rules of play as players read them: what wins each prize, how often, and all else (PT-02, PT-51).

Pure. Not responsible for where they are shown: walls between games, and a page that is always there.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.screens.common import share_of
from hallctl.games.bingo.variants.aj import AJ_90
from hallctl.games.bingo.variants.combination import Combination, Way
from hallctl.games.bingo.variants.drawn import drawn_rows
from hallctl.games.bingo.variants.odds import OddsError, odds_of
from hallctl.games.bingo.variants.prizes import Prize
from hallctl.games.bingo.variants.variant import Variant
from hallctl.i18n.screen_texts import LANGUAGES, ScreenTexts
from hallctl.outputs.screens.scene import Section


class _Words(NamedTuple):
    ways: Mapping[Way, str]
    several: str
    or_: str
    wins: str
    rules: str
    prizes: str
    share: str
    amount: str
    odds: str
    limit: str
    growing: str
    raised: str
    approval: str
    approved: str
    complaints: str


_WORDS: Final[Mapping[str, _Words]] = {
    "es": _Words(
        {
            Way.ROWS: "fila",
            Way.COLUMNS: "columna",
            Way.DIAGONALS: "diagonal",
            Way.CORNERS: "las cuatro esquinas",
            Way.FULL: "los {numbers} números del cartón",
        },
        "{count} líneas: {ways}",
        " o ",
        "{prize}: {what}.",
        "Reglas del juego",
        "Premios",
        "Premio: el {share} de lo recaudado.",
        "Premio: {amount}.",
        "Un cartón lo tiene, de media, con la bola {mean}; pide {least} números o más.",
        "Cada jugador compra {most} cartones como mucho en una partida.",
        "Pozos progresivos",
        "Cada partida en que nadie lo gana sube esa bola en {more}, hasta la {most}.",
        "Aprobación",
        "{name}, versión {version}. {approval}. Vale del {first} al {last}.",
        "Reclamaciones",
    ),
    "pt": _Words(
        {
            Way.ROWS: "linha horizontal",
            Way.COLUMNS: "coluna",
            Way.DIAGONALS: "diagonal",
            Way.CORNERS: "os quatro cantos",
            Way.FULL: "os {numbers} números do cartão",
        },
        "{count} linhas: {ways}",
        " ou ",
        "{prize}: {what}.",
        "Regras do jogo",
        "Prémios",
        "Prémio: {share} do valor dos cartões vendidos.",
        "Prémio: {amount}.",
        "Um cartão tem-no, em média, com a bola {mean}; pede {least} números ou mais.",
        "Cada jogador compra no máximo {most} cartões numa partida.",
        "Prémios acumulados",
        "Cada partida em que ninguém o ganha sobe essa bola em {more}, até à {most}.",
        "Aprovação",
        "{name}, versão {version}. {approval}. Válido de {first} a {last}.",
        "Reclamações",
    ),
    "en": _Words(
        {
            Way.ROWS: "row",
            Way.COLUMNS: "column",
            Way.DIAGONALS: "diagonal",
            Way.CORNERS: "the four corners",
            Way.FULL: "all {numbers} numbers of the card",
        },
        "{count} lines: {ways}",
        " or ",
        "{prize}: {what}.",
        "Rules of play",
        "Prizes",
        "Prize: {share} of what the cards sold come to.",
        "Prize: {amount}.",
        "On average a card has it with ball {mean}; it takes {least} numbers or more.",
        "A player buys at most {most} cards for a game.",
        "Progressive prizes",
        "Each game in which nobody wins it raises that ball by {more}, up to {most}.",
        "Approval",
        "{name}, version {version}. {approval}. Valid from {first} to {last}.",
        "Complaints",
    ),
}


def what_wins(combination: Combination, variant: Variant, language: str) -> str:
    """Return what wins on the cards of a variant, e.g. "fila, columna o diagonal"."""
    words = _WORDS[language]
    named = [words.ways[way].format(numbers=variant.numbers) for way in Way if way in combination.ways]
    shapes = [{"pt": each.pt, "en": each.en}.get(language, each.es) for each in combination.shapes]
    *before, last = [*named, *(f"«{shape}»" for shape in shapes)]
    ways = words.or_.join(part for part in (", ".join(before), last) if part)
    return ways if combination.lines == 1 else words.several.format(count=combination.lines, ways=ways)


def wall_rules(rules: RuleSet, texts: ScreenTexts) -> tuple[str, ...]:
    """Return the rules of play in the few lines of a wall: what wins, by the hall's own prizes."""
    if not rules.prizes and rules.variant.numbers == AJ_90.numbers and rules.line == (Way.ROWS,):
        return texts.rules
    won = " ".join(_won(rules, prize, texts) for prize in rules.sung)
    return (won, *texts.rules[1:])


def _won(rules: RuleSet, prize: Prize, texts: ScreenTexts) -> str:
    """Return what wins a prize, or in the place of what it is paid; its name alone where that says it."""
    name, instead = prize.name(texts.language), rules.progressive(prize.consoles)
    what = what_wins(prize.combination, rules.variant, texts.language)
    if instead is not None:
        what = texts.instead.format(claim=_called(rules, instead.claim, texts), balls=instead.max_balls)
    if what == f"«{name}»":
        return f"{name}."
    return _WORDS[texts.language].wins.format(prize=name, what=what)


def house_rules(rules: RuleSet, language: str) -> tuple[Section, ...]:
    """Return the rules of a hall, by sections, for a page that is always open to players (PT-02, D19)."""
    words, texts = _WORDS[language], LANGUAGES[language]
    limit = (words.limit.format(most=rules.most_cards),) if rules.most_cards else ()
    others = (_of_balls(each, texts) for each in rules.beside)
    found = (
        _section(rules, words.prizes, rules.listed, texts),
        *(_section(rules, each.name(language), each.prizes, texts) for each in rules.specials),
        Section(words.growing, tuple(_growing(rules, texts))),
        *(section for each in others for section in each),
        Section(words.rules, (*limit, *texts.rules[1:])),
        Section(words.complaints, (texts.complaint,)),
        Section(words.approval, (_approved(rules, texts),)),
    )
    return tuple(section for section in found if section.lines)


def _of_balls(rules: RuleSet, texts: ScreenTexts) -> Iterator[Section]:
    """Yield the prizes of a rule set beside the hall's own, under how many balls it has."""
    words, balls = _WORDS[texts.language], texts.balls.format(balls=rules.universe)
    yield _section(rules, f"{words.prizes}: {balls}", rules.listed, texts)
    for each in rules.specials:
        yield _section(rules, f"{each.name(texts.language)}: {balls}", each.prizes, texts)
    yield Section(f"{words.growing}: {balls}", tuple(_growing(rules, texts)))
    yield Section(f"{words.approval}: {balls}", (_approved(rules, texts),))


def _approved(rules: RuleSet, texts: ScreenTexts) -> str:
    return _WORDS[texts.language].approved.format(
        name=rules.name,
        version=rules.version,
        approval=rules.approval,
        first=rules.valid_from,
        last=rules.valid_until,
    )


def _section(rules: RuleSet, title: str, prizes: tuple[Prize, ...], texts: ScreenTexts) -> Section:
    """Return some prizes, with what wins each drawn beside it (PT-62)."""
    drawn = tuple(drawn_rows(rules.variant, prize.combination) for prize in prizes)
    return Section(title, tuple(_prizes(rules, prizes, texts)), drawn)


def _prizes(rules: RuleSet, prizes: tuple[Prize, ...], texts: ScreenTexts) -> Iterator[str]:
    words, variant = _WORDS[texts.language], rules.variant
    for prize in prizes:
        pays = words.share.format(share=texts.percent(prize.share_bp))
        if prize.amount:
            pays = words.amount.format(amount=texts.money(prize.amount, rules.currency))
        odds = "" if prize.consoles else _odds(prize, variant, texts)
        yield f"{_won(rules, prize, texts)} {pays} {odds}".rstrip()


def _odds(prize: Prize, variant: Variant, texts: ScreenTexts) -> str:
    """Return how soon a card has a prize; empty of one with too many forms for exact odds."""
    try:
        mean = f"{float(odds_of(variant, prize.combination).mean):.1f}".replace(".", texts.decimals)
    except OddsError:
        return ""
    return _WORDS[texts.language].odds.format(mean=mean, least=prize.combination.least(variant))


def _growing(rules: RuleSet, texts: ScreenTexts) -> Iterator[str]:
    for each in rules.progressives:
        claim = _called(rules, each.claim, texts)
        won = texts.condition.format(claim=claim, balls=each.max_balls, share=share_of(each, texts))
        raised = _WORDS[texts.language].raised.format(more=each.balls_a_game, most=each.most_balls)
        yield f"{each.name}: {won}.{f' {raised}' if each.balls_a_game else ''}"


def _called(rules: RuleSet, key: str, texts: ScreenTexts) -> str:
    """Return what a prize is called within a sentence."""
    prize = rules.prize_of_any_game(key)
    return key if prize is None else prize.name(texts.language).lower()
