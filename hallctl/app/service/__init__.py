"""What an engineer and the service manager see of a running hall: figures, log lines, signs of life.

Not responsible for the hall: everything here is read or sent, and changes nothing in it. Where it cannot
be sent, the hall goes on.
"""
