"""The certificates by which the page speaks TLS: an owner's, or those of the table's own authority."""
