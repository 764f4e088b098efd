"""What a book of a roulette table says, for who answers for it.

Not responsible for typesetting.
"""
