"""What the events of a game of bingo change in the state, a module for each stretch of it.

Not responsible for whether an event may happen.
"""
