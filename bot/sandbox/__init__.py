"""The local sandbox: the bot on an in-memory Discord, shown as one page in a browser."""
