"""What the hall's configuration may say, section by section, the rule sets, and the checks before a start.

``hallctl.config.hall`` reads the file. Not responsible for whether devices answer (``hallctl.cli.doctor``).
"""
