"""Serving the page: bounds on connections, TLS under it."""
