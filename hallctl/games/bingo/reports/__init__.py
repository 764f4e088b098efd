"""The director's reports: figures drawn from the entries of a book, as frozen values.

Not responsible for reading the book, for typesetting, nor for what the acts and the folios say.
"""
