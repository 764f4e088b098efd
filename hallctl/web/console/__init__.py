"""The web console: the log-in, the desk's page, the API with the same steps, and the page's news.

Not responsible for rules or for what is durable: it asks the table through ``ports.DeskPort`` and shows what
the table publishes; ``hallctl.web.access`` decides who may enter. Without TLS it is for this machine
alone.
"""
