"""The MFRC522 contactless reader chip (PCD): driver and twin.

Start with `driver.py`; the chip itself is driven by `firmware/castle_node/mfrc522.py`, on castle boards and here.
Another chip belongs in a folder of its own.
"""
