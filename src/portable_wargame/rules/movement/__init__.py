"""Where units may go and how they get there: single steps, all walks at once, the march, retreats, coming on."""
