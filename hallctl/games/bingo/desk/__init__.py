"""The desk of a game of bingo: which steps it offers, and in which order.

Not responsible for pages.
"""
