"""The local sandbox: the bot on an in-memory Discord, shown as a page in a browser."""
