"""State machines of hypothesis: a small model beside the real thing, and the same steps to both."""
