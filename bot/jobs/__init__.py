"""Work that need not be done at once, nor by the process that finds it necessary."""
