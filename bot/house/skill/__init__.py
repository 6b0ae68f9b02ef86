"""What estimates of skill are made of: hands beside replays of their deals, and hands of known players."""
