"""Who plays Tudor without hands."""
