"""Studying: looks at lines that are nobody's game, an engine that thinks while one looks, and studies that are kept."""
