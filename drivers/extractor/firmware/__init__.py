"""The program of the machine itself, for a Raspberry Pi Pico under MicroPython.

Everything here but `pico` is written in what MicroPython and Python have in common, so that the program that
ships is the program that is tested. It shares no code with the controller: two ends that read one page alike
prove the page (docs/extractor-wire.md).
"""
