"""The decisions of the hall, a module for each stretch of the night.

Every function answers one kind of command: events, or a refusal. Not responsible for who may ask nor for what
a restart or a fault forbids; ``decide`` settles that before it calls.
"""
