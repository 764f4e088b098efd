"""What a baccarat table has on paper.

Not responsible for the house's documents.
"""
