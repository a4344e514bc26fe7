"""What the documents are like, taken together: counted, drawn, and printed."""
