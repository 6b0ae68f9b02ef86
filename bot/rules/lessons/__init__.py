"""Lessons: hands played up to the card that matters, with what the old books say of it."""
