"""What the walls show of bingo, at each moment of a day.

Not responsible for drawing it (``displays``), nor for carrying it there (``hallctl.web.feed``).
"""
