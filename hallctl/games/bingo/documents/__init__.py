"""What bingo puts on paper: acts of games and sessions, changes of balls, the prize register.

Not responsible for the house's own documents (``hallctl.outputs.folios``).
"""
