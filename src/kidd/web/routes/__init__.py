"""The pages and what they ask for, one module a subject, each with its `router`."""
