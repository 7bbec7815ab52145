"""What can go wrong for a program that asks the API, by the name of the kind, which stays the same in all languages."""

from kidd.words.language import marked

STUDY_CHANGED = marked("The study was changed elsewhere")  # the title of what is stale where that is no game
TITLES = {
    "unreadable": marked("What was sent cannot be read"),
    "elsewhere": marked("Sent from the page of another site"),
    "not-yours": marked("Not the asker's to do"),
    "bad-token": marked("This token is not known here"),
    "missing-scope": marked("The token is not good for this"),
    "not-found": marked("There is nothing at this address"),
    "no-such-game": marked("There is no game of this id"),
    "no-such-member": marked("There is no member of this name"),
    "no-such-study": marked("There is no study of this id"),
    "no-such-node": marked("There is no such move in the study"),
    "no-such-message": marked("Nothing of that number was said"),
    "bad-book": marked("This is no logbook"),
    "method": marked("This address does not take that method"),
    "stale": marked("The game has moved on"),
    "too-large": marked("What was sent is too large"),
    "media-type": marked("What was sent is not JSON"),
    "another-host": marked("The server does not go by this name"),
    "unfit": marked("Something is missing or does not fit"),
    "illegal-move": marked("The rules do not allow this move"),
    "illegal-act": marked("This cannot be said or done now"),
    "not-notation": marked("This is not notation"),
    "bad-position": marked("This position cannot be"),
    "bad-option": marked("There is no such game, option or seat"),
    "bad-account": marked("An account cannot be or do that"),
    "full": marked("More than there is room for"),
    "too-fast": marked("Too much at once"),
    "internal": marked("A fault of the server's"),
    "busy": marked("The server is busy"),
}
