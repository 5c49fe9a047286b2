"""The PN532 contactless reader chip on SPI: driver and twin. Start with `driver.py`.

It finds two tags at most, knows no gain and is slower than an MFRC522; it shows that another family of readers fits.
"""
