"""What people and the shoe ask of a baccarat table, a module for each chapter of its day.

Not responsible for the commands of the house.
"""
