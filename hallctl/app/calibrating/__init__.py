"""Making the camera know a set of balls: the guide, and what comes of it; a terminal or a page talks to it.

Not responsible for reading a ball while the hall plays (``hallctl.devices``).
"""
