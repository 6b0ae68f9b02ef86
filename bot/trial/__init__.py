"""`doctor --play`: a hand on the operator's own server, and what Discord answers to every call of it."""
