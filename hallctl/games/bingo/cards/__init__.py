"""The series a hall prints: their matrices made, imported, exported, laid out on sheets.

Not responsible for what makes a card valid (``rules.cards``), nor for selling.
"""
