"""The doctor: looks at the machine and the devices, changes nothing, and says cause and cure of what is wrong."""
