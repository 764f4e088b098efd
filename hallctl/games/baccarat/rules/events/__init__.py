"""What happened at a baccarat table, past tense, frozen: entries of the book.

A name never changes here: it is the kind of its entry.
"""
