"""What the components show: vocabulary, editions and their parsing. Start with ``edition.py``.

The shipped edition is ``standard.toml``.
"""
