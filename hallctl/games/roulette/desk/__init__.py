"""What the desk of a roulette table shows and offers.

Not responsible for whether a step is open: ``outputs.desk`` asks the rules.
"""
