"""What the walls, the phones and other programs may see, on a port of its own: views, CCTV, and no more.

Not responsible for what a view holds (``outputs``), nor for commands: nothing here can reach the table.
"""
