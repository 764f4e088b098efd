"""A reader to come: it recognises a ball as one of the hall's own, by the prints that its calibration saw.

It is an experiment beside ``drivers.reader``, which is what the hall reads with. It has no judgement yet of
when to refuse, and does not look for hands, second balls or mirrors.
"""
