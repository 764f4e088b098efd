"""What the panel's contacts mean: a press is a step of somebody, a stop and an open door are faults.

Pure. Not responsible for pins, for which step a button is in a game, nor for whether a step is allowed: the
rules answer a press as they answer the console. Nothing here wants a signature or a fresh authentication,
which a button cannot give.
"""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum

from hallctl.readings.contacts import NAMES, POSTS, Button, Sense
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.state import GameState, State

Meaning = Callable[[Button, GameState], Command | None]
"""What a press asks for in a game, by what the person could see; None where it is no button of it."""


class PanelFault(StrEnum):
    """What can be wrong with the panel, or reported by it."""

    PINS = "PANEL-PINS"
    STUCK = "PANEL-STUCK"
    STOP = "PANEL-STOP"
    DOOR = "PANEL-DOOR"


def step(
    button: Button, state: State, people: Mapping[Post, str], request: str, meaning: Meaning
) -> Issued | None:
    """Return the step that a press asks for; None where it is none: a stop, or nobody's button.

    Args:
        button: What was pressed.
        state: What the person pressing could see: the pedal calls the ball that waits.
        people: Who holds the posts of the panel.
        request: The id of the press.
        meaning: What the game means by its buttons.
    """
    post = POSTS.get(button)
    command = meaning(button, state)
    if post is None or post not in people or command is None:
        return None
    return Issued(command, Actor(people[post], post), request)


def no_buttons(_: Button, __: State) -> None:
    """Mean nothing by any button, where a game has none."""


def troubles(
    active: Collection[str], stuck: Collection[str], playing: bool, known: Collection[str]
) -> dict[PanelFault, str]:
    """Return the faults that the contacts show, each with its detail.

    Args:
        active: The contacts that are active.
        stuck: The buttons among them that do not come back.
        playing: Whether a game is open: between games the door is opened to put the balls in.
        known: The faults that are reported already: a door that stopped a game must be closed.
    """
    found = {}
    stops = [NAMES[name] for name in (Sense.MUSHROOM, Button.STOP) if name in active]
    if stops:
        found[PanelFault.STOP] = f"pulsado: {', '.join(stops)}"
    if Sense.DOOR in active and (playing or PanelFault.DOOR in known):
        found[PanelFault.DOOR] = "la puerta del aparato está abierta"
    if stuck:
        found[PanelFault.STUCK] = f"no vuelve: {', '.join(NAMES[name] for name in Button if name in stuck)}"
    return found
