"""From what devices deliver to what it means: a ball read, a doubt, no ball.

Pure, and responsible neither for devices nor for what a reading leads to.
"""
