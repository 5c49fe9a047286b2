"""What is printed on the components: the game's vocabulary, editions and their parsing. Start with ``edition.py``.

The shipped edition is ``standard.toml``.
"""
