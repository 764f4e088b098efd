"""The practice hall: far ends that are simulated, and people who play by themselves.

Not responsible for the hall: it runs the very controller of a real one, and speaks to it as people do.
"""
