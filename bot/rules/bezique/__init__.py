"""The bezique family: one course for all its games, each of which is a package or a module of its own."""
