"""The rules of bingo: cards, sale, draw, claims, prizes.

Pure, standard library only. Not responsible for what holds whatever is played (``hallctl.rules``).
"""
