"""What may be asked of a roulette table: imperative, frozen; a chapter each.

Not responsible for the commands of the house.
"""
