"""What goes over the wire: messages, documents, and the conversation with one client."""
