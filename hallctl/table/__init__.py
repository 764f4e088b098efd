"""The imperative shell: one inbox, one thread that decides, the book before everything else.

Not responsible for the rules, nor for any device's bytes: it holds devices by the protocols of ``ports``.
"""
