"""What an operator needs of a running bot: logs, health, figures, and what `doctor` looks at."""
