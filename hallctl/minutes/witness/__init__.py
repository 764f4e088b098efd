"""The book's witness: a program for a second machine that remembers how large the book was, and cosigns it.

Not responsible for the book: it sees checkpoints and proofs, never an entry.
"""
