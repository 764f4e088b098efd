"""What the desk of a baccarat table shows and offers.

Not responsible for the house's own steps.
"""
