"""What is printed on the components: the game's words, editions, and how they are read. Start with ``edition.py``.

The shipped edition is ``standard.toml``.
"""
