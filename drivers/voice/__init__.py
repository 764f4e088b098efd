"""The hall's own voice: recorded clips through the loudspeakers.

Not responsible for what is said, nor when.
"""
