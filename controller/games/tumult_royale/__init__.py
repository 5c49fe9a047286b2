"""Tumult Royale: rules engine, referee, staging and view."""
