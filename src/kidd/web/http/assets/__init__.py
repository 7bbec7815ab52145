"""What is the same for all: templates, scripts, styles, packed once."""
