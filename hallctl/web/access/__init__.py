"""Who may enter the console and as what: accounts, log-in, sessions, the role matrix, the security log.

Not responsible for HTTP (``hallctl.web.console``), for what a step does (``hallctl.rules``), nor for the keys
with which people sign (``hallctl.minutes.signing``): who is there and whose signature it is are asked
separately.
"""
