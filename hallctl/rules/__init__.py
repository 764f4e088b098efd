"""What a hall may do whatever is played, when, and what follows: pure, standard library only.

``GameRules.decide`` answers a command with events or a refusal; ``GameRules.evolve`` folds
an event into the state. Not responsible for clocks, randomness, files, devices or words on a screen.
"""
