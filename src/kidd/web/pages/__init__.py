"""The pages, one package for each, with its view beside its templates."""
