"""Tries a builder's machine against its page: ``hallctl machine try`` (docs/machine-try.md).

The tool is the controller; the machine is whatever hangs on the line. What it breaks is named by the sentence
of the page. Not responsible for driving a hall (``drivers.extractor``, ``drivers.plc``), nor for mending.
"""
