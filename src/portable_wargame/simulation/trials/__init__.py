"""Trials: battles dealt out, fought, followed, kept on file and summed up."""
