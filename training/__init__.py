"""Recipes that train players; torch lives here."""
