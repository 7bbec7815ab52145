"""Log books, the text files that keep matches."""

from kidd.logbook.reader import iter_logbook, read_logbook, read_options
from kidd.logbook.writer import named_options, write_logbook, write_options

__all__ = ["iter_logbook", "named_options", "read_logbook", "read_options", "write_logbook", "write_options"]
