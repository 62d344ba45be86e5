"""Level 12. The library: what `import portable_wargame as pw` offers. It wraps sessions, records and sentences for
people who write Python, and says nothing about the rules itself."""
