"""What people read in Portuguese (pt-PT) and English: gettext catalogues, Spanish being the code's own.

Not responsible for the Spanish sentences, nor for legal documents, which keep the regulation's own words.
"""
