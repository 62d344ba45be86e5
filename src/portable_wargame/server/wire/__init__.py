"""The wire: messages, documents, and the conversation with one client."""
