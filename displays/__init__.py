"""Frozen views in, pixels out: what the walls of the hall show.

Leaves of the house: nothing here knows a rule, the book or a device.
"""
