"""The report: what the battles of a trial show, in sentences and pictures."""
