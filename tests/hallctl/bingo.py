"""The house's parts with the rules of bingo put in, as the composition root puts them in."""

from functools import partial

from hallctl.devices import paper
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.rules.tables import BINGO_RULES, STEPS
from hallctl.outputs import desk
from hallctl.outputs.folios import book
from hallctl.table import keeper
from hallctl.web.console import asking
from hallctl.web.feed import screens

Keeper = partial(keeper.Keeper, BINGO_RULES)
event_of = partial(keeper.event_of, BINGO_RULES)
offers = partial(desk.offers, BINGO.rules, BINGO.candidates)
folios = partial(book.folios, BINGO.rules, BINGO.documents)
documents = partial(paper.documents, BINGO)
annexes = partial(paper.annexes, BINGO)
narrate = BINGO.narrate
screens_of = partial(screens.screens_of, BINGO.screens)
minuted = partial(paper.minuted, BINGO_RULES)
read_step = partial(asking.read_step, BINGO_RULES)
read_form = partial(asking.read_form, BINGO)
STEPS_OF_PEOPLE = asking.steps_of_people(BINGO_RULES)
BUTTONS = {kind.__name__: step.button for kind, step in STEPS.items() if step.button is not None}
KEYS = {" ".join((name, *key.when.values())): key.name for name, row in BUTTONS.items() for key in row.keys}
