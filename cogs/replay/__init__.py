"""Paging through a hand that is over, and playing on from any of its positions."""
