"""Draws that people can check: the table commits itself to each before it is asked for."""
