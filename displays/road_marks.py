"""The marks of the roads of a shoe: red and blue as halls draw them, the red ones also heavier.

A weight of its own tells them apart where colours do not. Not responsible for which cell has which mark.
"""

from functools import lru_cache
from typing import Final

import pygame

from displays.text import Face, figure
from displays.theme import WHITE, Colour

PLAYER: Final[Colour] = (92, 164, 255)
BANKER: Final[Colour] = (255, 92, 92)
TIE: Final[Colour] = (70, 214, 130)
PLAYER_GROUND: Final[Colour] = (16, 78, 178)
BANKER_GROUND: Final[Colour] = (158, 14, 30)
TIE_GROUND: Final[Colour] = (0, 92, 60)
_OF_RESULT: Final = {"player": (PLAYER, PLAYER_GROUND, "P"), "banker": (BANKER, BANKER_GROUND, "B")}
_FINE: Final = 4
_HEAVY, _LIGHT = 0.2, 0.11
"""How thick a ring is, red and blue, as a share of its cell."""


def ground_of(result: str) -> Colour:
    """Return the ground on which white letters of a result stand."""
    return _OF_RESULT.get(result, (TIE, TIE_GROUND, "T"))[1]


def ink_of(result: str) -> Colour:
    """Return the colour of a result on the dark."""
    return _OF_RESULT.get(result, (TIE, TIE_GROUND, "T"))[0]


def _empty(side: int) -> pygame.Surface:
    picture = pygame.Surface((side * _FINE, side * _FINE), pygame.SRCALPHA, 32)
    picture.fill((0, 0, 0, 0))
    return picture


def _small(picture: pygame.Surface, side: int) -> pygame.Surface:
    return pygame.transform.smoothscale(picture, (side, side))


@lru_cache(maxsize=128)
def bead(result: str, player_pair: bool, banker_pair: bool, side: int) -> pygame.Surface:
    """Return a round of the bead plate: its letter on its colour, and the pairs."""
    ink, ground, letter = _OF_RESULT.get(result, (TIE, TIE_GROUND, "T"))
    picture, big = _empty(side), side * _FINE
    pygame.draw.circle(picture, ink, (big / 2, big / 2), big * 0.46)
    pygame.draw.circle(picture, ground, (big / 2, big / 2), big * 0.415)
    _pairs(picture, player_pair, banker_pair, big)
    shown = _small(picture, side)
    name = figure(letter, Face.HEAVY_NUMBER, max(1, round(side * 0.42)), WHITE)
    shown.blit(name, name.get_rect(center=(side // 2, side // 2)))
    return shown


@lru_cache(maxsize=256)
def win(result: str, player_pair: bool, banker_pair: bool, ties: int, side: int) -> pygame.Surface:
    """Return a cell of the big road: a ring, the pairs, and a stroke for ties with their number.

    Before the first win there is no ring.
    """
    picture, big = _empty(side), side * _FINE
    thick = _HEAVY if result == "banker" else _LIGHT
    if result:
        pygame.draw.circle(picture, ink_of(result), (big / 2, big / 2), big * 0.42, round(big * thick))
    if ties:
        pygame.draw.line(picture, TIE, (big * 0.12, big * 0.88), (big * 0.88, big * 0.12), round(big * 0.12))
    _pairs(picture, player_pair, banker_pair, big)
    shown = _small(picture, side)
    if ties > 1:
        count = figure(ties, Face.HEAVY_NUMBER, max(1, round(side * 0.36)), WHITE)
        shown.blit(count, count.get_rect(center=(side // 2, side // 2)))
    return shown


def _pairs(picture: pygame.Surface, player_pair: bool, banker_pair: bool, big: int) -> None:
    """Draw the dots of the pairs: the banker's at the upper left, the player's at the lower right."""
    for there, at, colour in ((banker_pair, 0.17, BANKER), (player_pair, 0.83, PLAYER)):
        if there:
            pygame.draw.circle(picture, WHITE, (at * big, at * big), big * 0.16)
            pygame.draw.circle(picture, colour, (at * big, at * big), big * 0.12)


@lru_cache(maxsize=64)
def step(road: str, red: bool, side: int) -> pygame.Surface:
    """Return a cell of a derived road: "eye" a ring, "small" a dot, "cockroach" a stroke."""
    picture, big = _empty(side), side * _FINE
    ink, middle = BANKER if red else PLAYER, (big / 2, big / 2)
    thick = _HEAVY if red else _LIGHT
    match road:
        case "eye":
            pygame.draw.circle(picture, ink, middle, big * 0.42, round(big * thick))
        case "small":
            pygame.draw.circle(picture, ink, middle, big * (0.42 if red else 0.28))
        case _:
            ends = (big * 0.14, big * 0.86), (big * 0.86, big * 0.14)
            pygame.draw.line(picture, ink, *ends, round(big * thick * 1.4))
    return _small(picture, side)
