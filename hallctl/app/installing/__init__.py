"""A hall from nothing: the questions, what their answers are, and what is written from them.

Not responsible for asking: a terminal or a page does (``hallctl.cli.init``).
"""
