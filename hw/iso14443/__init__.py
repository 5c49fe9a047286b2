"""ISO/IEC 14443-3 type A: how readers find cards, from both sides of the air."""
