"""House players of Old Maid."""
