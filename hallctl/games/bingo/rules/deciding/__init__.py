"""The decisions of a game of bingo, a module for each stretch of it.

Not responsible for who may ask nor for what a restart or a fault forbids: the house settles that before.
"""
