"""What an engineer and the service manager see of a running hall: figures, log lines, signs of life.

Not responsible for the hall: everything here is read or told, and nothing of it is asked back. Where it could
not be told, the hall goes on.
"""
