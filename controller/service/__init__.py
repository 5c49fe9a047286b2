"""The daemon's life under the service manager."""
