"""Attacks on a public server by visitors who keep to its protocol, or don't."""
