"""The MFRC522 contactless reader chip (PCD)."""
