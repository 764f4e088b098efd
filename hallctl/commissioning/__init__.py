"""Setting up the camera over the exit: reading pictures, watching it, calibrating it with a set of balls.

A technician's tools, used outside a session. Not responsible for anything while the hall plays.
"""
