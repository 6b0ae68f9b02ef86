"""What every trick-taking game shares: tricks, what may be played to them, hands and tricks taken."""
