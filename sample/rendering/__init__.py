"""From a Markdown source to a PDF: source → flowables → pages (→ scan)."""
