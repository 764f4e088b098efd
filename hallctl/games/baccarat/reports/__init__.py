"""What a book of a baccarat table says, for who answers for it.

Not responsible for typesetting.
"""
