"""House players of bezique."""
