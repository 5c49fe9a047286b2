"""ISO/IEC 14443-3 type A: frames, checksum, anticollision, and the card's side of it."""
