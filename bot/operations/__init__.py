"""What an operator needs of a running bot: logs, health, metrics and the checks of `doctor`."""
