"""The MFRC522 contactless reader chip (PCD): driver and twin.

Start with `driver.py`; `firmware/castle_node/mfrc522.py` drives the chip itself, on castle boards and here.
Another chip belongs in a folder of its own.
"""
