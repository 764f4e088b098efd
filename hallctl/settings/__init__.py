"""The parts of a hall's configuration: what each section may say, and what in it is wrong.

Not responsible for reading the file, nor for putting the parts together: ``hallctl.config`` does.
"""
