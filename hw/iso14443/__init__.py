"""Contactless cards of ISO/IEC 14443 type A: their frames, and their twin.

Start with `picc.py`, the card's side; the reader's is `firmware/castle_node/field.py`. What a chip or a sticker
does beyond the standard belongs in its own folder.
"""
