"""Several processes over one database: which are alive, and which of them does what."""
