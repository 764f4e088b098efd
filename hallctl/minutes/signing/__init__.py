"""The hall's certificates, keys and signatures, as X.509, PKCS#8, PAdES and PKCS#11."""
