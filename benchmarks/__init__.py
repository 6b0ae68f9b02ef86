"""Benchmarks against the budgets, one module each; every one has `measure`, which gives its figures."""
