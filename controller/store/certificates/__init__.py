"""TLS certificates of the page: the owner's, or those of the table's own certificate authority.

Start with `page_encryption.py`. The servers that use them are in `service` and `hub`.
"""
