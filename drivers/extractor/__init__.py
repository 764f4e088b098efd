"""The machine that brings out the balls: its line protocol, its driver, and a far end to practise with.

Imports nothing by itself, so that the simulator starts without pyserial.
"""
