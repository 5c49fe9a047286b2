"""The certificates by which the page speaks TLS: an owner's, or those of the table's own authority.

Begin with `page_encryption.py`. Who serves the page with them belongs to `service` and `hub`.
"""
