"""What makes the fixtures, the locks and the pictures: never imported by the hall.

Not responsible for anything that runs in a hall.
"""
