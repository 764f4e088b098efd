"""What the rules of roulette answer when they say no.

Not responsible for what a refusal is (``hallctl.rules.refusals``).
"""

from dataclasses import replace
from typing import Final

from hallctl.rules.refusals import Refusal, Refusals, Word, refusal_of

ROULETTE_REFUSALS: Final[Refusals] = {
    "BET-PLACE": ("RO-23", "{place} no es una apuesta de este tablero. Ponga las fichas en otro sitio."),
    "BET-CHANCE": ("RO-54", "La casa no explota «{chance}». Ponga las fichas en otro sitio."),
    "BET-LEAST": ("RO-09", "{place}: la apuesta mínima es {least}."),
    "BET-MOST": ("RO-43", "{place}: la apuesta máxima es {most}. Retire lo que sobra."),
    "BET-STEP": ("DR7", "{place}: se apuesta en pasos de {step}."),
    "BET-PLAYER": ("RO-55", "Un jugador apuesta {most} en total como mucho. Retire lo que sobra."),
}


def refuse(code: str, requirement: str = "", **words: Word) -> Refusal:
    """Return the refusal of this code, its sentence filled with the given words.

    Args:
        code: The code.
        requirement: The check, where it is another for each chance.
        words: What fills the sentence.
    """
    refusal = refusal_of(ROULETTE_REFUSALS, code, words)
    return replace(refusal, requirement=requirement) if requirement else refusal
