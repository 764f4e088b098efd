"""What to show, say, order and print after something became durable: pure functions of state and events.

Not responsible for showing, saying, ordering or printing it.
"""
