"""Connections, whatever is asked on them: how many there may be, how long they may dawdle, how much they may send."""
