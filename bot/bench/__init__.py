"""Benchmarks against the budgets, one module each."""
