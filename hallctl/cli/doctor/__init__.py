"""Looks at the machine and its configuration before a hall depends on them.

Not responsible for mending anything, nor for running the hall.
"""
