"""What holds for every request: the app, its settings, cookies, limits, logs and measurements."""
