"""The table in the browser: requests, sockets, templates and static files; it knows neither SQL nor rules."""
