"""Parts or their twins, with what passed a gate."""
