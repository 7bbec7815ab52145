"""What backups, and databases that are moved, refuse."""

from kidd.words.language import marked

STORES = {
    "no-database": marked("there is no database of kidd at %(address)s"),
    "older": marked("the tables are of version %(came)s, not %(known)s: `kidd db upgrade` brings them up to date"),
    "not-empty": marked("that database is not empty: nothing was changed"),
    "not-equal": marked("the table %(table)s did not arrive as it was: nothing was changed"),
    "does-not-replay": marked(
        "not everything is what the games' events say (%(number)s times, the first: %(first)s): nothing was written"
    ),
    "same-database": marked("both addresses lead to the same database"),
    "no-backup": marked("%(file)s is no backup of kidd"),
    "backup-damaged": marked("the backup %(file)s is damaged: %(why)s"),
    "backup-changed": marked("the backup is damaged: the table %(table)s is not as it was when it was made"),
    "backup-newer": marked("a newer version of kidd has made this backup"),
}
OPTIONS = {
    "no-key": marked("there is no secret key here: set KIDD_SECRET_KEY or KIDD_DATA"),
    "key-not-there": marked("the secret key is not in this backup"),
    "key-set": marked("KIDD_SECRET_KEY is set to another key than the one of the backup"),
    "key-short": marked("the secret key of the backup is too short to be kept in a file: set KIDD_SECRET_KEY to it"),
    "key-kept": marked("%(file)s keeps another secret key than the backup: --replace puts the backup's in its place"),
}
