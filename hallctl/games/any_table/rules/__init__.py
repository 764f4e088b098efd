"""The rules of a table's bank.

Not responsible for what is played at it.
"""
