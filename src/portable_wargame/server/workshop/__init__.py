"""What the editor and the laboratory's page ask for."""
