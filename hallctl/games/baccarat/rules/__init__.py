"""What a baccarat table decides: pure, without clock, device or book.

Not responsible for the money of the house, which its ledger keeps.
"""
