"""The variants of bingo as data: cards, what wins on them, and how likely that is.

Not responsible for a hall's rule set, prizes in money, files of cards or paper.
"""
