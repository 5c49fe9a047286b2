"""TLS certificates of the page: the owner's, or those of our own authority.

Start with `page_encryption.py`. The servers that use them are in `service` and `hub`.
"""
