"""The whist family: American Whist, English Whist (Short and Long), Bishops Whist, Dummy and double dummy."""
