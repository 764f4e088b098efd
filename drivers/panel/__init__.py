"""The panel's pins: contacts that are read and debounced, and lamps.

Not responsible for what a contact means or when a lamp is lit: names and levels, and nothing of the hall.
"""
