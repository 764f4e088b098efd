"""The pages on which a hall is made: on the console of a machine that has none yet.

Not responsible for what is asked, nor for making it: the command ``hallctl init`` puts that behind ``port``.
"""
