"""The sensor in the rim of a roulette wheel: the lines it says, and what happened in the wheel."""
