"""The sentences of the console itself, Spanish first.

Not responsible for the rules' refusals nor for the book's errors, which bring their own.
"""

from typing import Final

from hallctl.rules.commands import Post
from hallctl.rules.refusals import Refusal

POST_NAMES: Final = {
    Post.DIRECTOR: "Director",
    Post.JEFE: "Jefe de Mesa",
    Post.LOCUTOR: "Locutor",
    Post.VENDEDOR: "Vendedor",
    Post.CAJERO: "Cajero",
}

FOR_DEVICES: Final = Refusal(
    "POST-CONTROLLER", "I16", "Por los aparatos no habla ninguna persona. Entre con un puesto de la sala."
)
"""The answer to a person who speaks as the controller."""

NO_ANSWER: Final = (
    "La mesa no respondió a tiempo y no se sabe si el paso se hizo. Mire el estado; repetir el mismo paso es "
    "seguro."
)
