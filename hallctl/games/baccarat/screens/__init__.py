"""What the walls of a baccarat table show.

Not responsible for drawing it.
"""
