"""A scenario under another book or on another grid."""
