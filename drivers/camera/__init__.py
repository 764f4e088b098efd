"""The camera over the exit of the machine: its driver, its simulator and the maker of pictures.

It is NOT responsible for reading what is in a picture.
"""
