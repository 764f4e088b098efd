"""How many cards of a game were declared as not brought back, and for how many a refund may be owed.

Not responsible for declaring them (``deciding.missing``).
"""

from hallctl.games.bingo.rules.state import Game


def absent(game: Game) -> int:
    """Return how many cards were declared missing."""
    return sum(each.count for each in game.missing)


def owable(game: Game) -> int:
    """Return for how many of them a void game may be signed with their refund owed: those without a prize."""
    won = {(award.prize.series, award.prize.card) for award in game.awards}
    return absent(game) - sum(each.holds(*card) for each in game.missing for card in won)
