"""What people may ask of a game of bingo: imperative, frozen; a chapter each.

Not responsible for the commands of the house.
"""
