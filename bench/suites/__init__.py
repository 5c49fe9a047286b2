"""What `make bench` prints: costs counted on twins, next to physical limits or other packages."""
