"""The drivers, put behind the table's ports: their threads only put messages into the inbox.

Not responsible for deciding anything, nor for a device's bytes and pixels.
"""
