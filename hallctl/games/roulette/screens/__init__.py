"""What the walls of a roulette table show.

Not responsible for drawing it.
"""
