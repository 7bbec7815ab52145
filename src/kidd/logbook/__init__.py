"""Log books, the text files that keep matches."""

from kidd.logbook.reader import read_logbook, read_options
from kidd.logbook.writer import named_options, write_logbook, write_options

__all__ = ["named_options", "read_logbook", "read_options", "write_logbook", "write_options"]
