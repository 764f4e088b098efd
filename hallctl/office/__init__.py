"""The head office of many halls: keeps a verified copy of each book, and drives none of the halls."""
