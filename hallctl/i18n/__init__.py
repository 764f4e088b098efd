"""What people read: sentences and refusals in Spanish, Portuguese (pt-PT) and English, and the regulations.

Spanish is the code's own language. Legal documents are not translated: they keep the regulation's own words.
"""
