"""The book's past for the console: an index of its folios, and a process that makes reports and pictures.

Not responsible for pages (``hallctl.web.console``), nor for what a report says (the game).
"""
