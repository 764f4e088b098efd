"""The web console: the desk's page, the API with the same steps, and the live feeds.

Not responsible for rules or for what is durable: it asks the table through ``ports.DeskPort`` and shows what
the table publishes. There is no log-in yet, so it listens on this machine only.
"""
