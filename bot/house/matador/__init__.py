"""House players of Matador."""
