"""Level 5. Games in writing: actions, events and states as open formats; records; replay; sentences; drawings."""
