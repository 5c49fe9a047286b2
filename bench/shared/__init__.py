"""What benches share: figures, their report, other packages to compare with."""
