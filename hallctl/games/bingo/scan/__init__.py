"""Which sold cards hold a line or a bingo at this ball; pure numpy.

Not responsible for paying: what nobody sang is never paid because it was found here.
"""
