"""Fire: small arms, artillery and where its shells land, what can be seen, cover, gas."""
