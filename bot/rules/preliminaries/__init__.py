"""What comes before a hand: who plays, who deals, the pack."""
