"""Bingo: its cards, how they are checked, and its reports."""
