"""What is said of problems that cannot be read or found."""

from kidd.words.language import marked

PROBLEMS = {
    "not-a-problem": marked("expected a problem as one line of JSON, got %(came)s"),
    "unknown": marked("there is no problem %(came)s"),
    "other-run": marked("%(file)s was begun for another game or seed: give the same ones, or delete it to begin anew"),
    "off-the-line": marked("the problem does not go on with %(came)s: please begin it again"),
    "no-set": marked("There is neither a game nor a file %(came)s. There are problems of %(known)s."),
    "unreadable": marked("cannot read %(file)s: %(why)s"),
}
