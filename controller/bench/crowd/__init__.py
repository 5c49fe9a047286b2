"""What a hub and a thousand light tables are measured with."""
