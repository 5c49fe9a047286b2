"""Tournaments: who sits with whom, who stands where, from nothing but the list of what people did."""
