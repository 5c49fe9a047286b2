"""The doctor: looks at machine or devices, changes nothing, says cause with cure."""
