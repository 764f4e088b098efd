"""The decisions of a baccarat table, a module for each chapter of its day.

Not responsible for who may ask nor for what a restart or a fault forbids: the house settles that before.
"""
