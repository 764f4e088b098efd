"""Setting up the camera over the exit, with a set of balls, and the voice, with its clips.

A technician's tools, used outside a session. Not responsible for anything while the hall plays.
"""
