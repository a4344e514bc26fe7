"""Staff try a document: what it answers by itself, and why a question does not find it."""
