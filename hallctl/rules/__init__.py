"""What a bingo hall may do, when, and what follows: pure, standard library only.

``decide(state, issued, now)`` answers a command with events or a refusal; ``evolve(state, event)`` folds an
event into the state. Not responsible for clocks, randomness, files, devices or words on a screen.
"""
