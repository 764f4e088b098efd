"""``hallctl init``: a hall from nothing, by a dialogue on the terminal or from a file of answers.

Not responsible for the questions, nor for what is made of the answers (``hallctl.app.installing``).
"""
