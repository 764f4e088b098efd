"""A roulette table: Portugal's Portaria 804/2015 (RO-01..89).

Not a game of the house yet: its wheel, its layout, its bets and the watch over its wheel are here; steps,
book and screens are not.
"""
