"""Halls that nothing was fitted to: exits, lights and balls, ray-traced, as folders of pictures.

It shares nothing with what the readers learn from (`tools.reader`). It is NOT responsible for reading them
(`tools.recogniser.judge`).
"""
