"""Trained players: nets of integers, the folders they ship in, and the policy made of them."""
