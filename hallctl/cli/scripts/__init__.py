"""The hall without any device: sessions played from scripts, and what its sources say they prove.

Not responsible for books, devices or screens: nothing here leaves a trace.
"""
