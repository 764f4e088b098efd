"""Bytes, pixels, pins and paper: the far side of the hall's wires.

Leaves of the house: nothing here knows a rule, the book or a screen.
"""
