"""What is said to those who have an account."""

from kidd.words.language import Tongue, marked

# After something was done on the account's page.
DONE = {
    "password": marked("Your password was changed, and everything else is logged out."),
    "session": marked("That session has ended."),
    "profile": marked("That is kept."),
    "name": marked("That is your name now, from the next game on."),
    "mail": marked("We have written to that address: please open the link in the letter."),
    "no-mail": marked("Your mail address is forgotten."),
    "block": marked("You hear no more of them."),
    "unblock": marked("They are off your list."),
    "token": marked("That token is good no more."),
    "bot": marked("The bot is no more."),
}
# What a token may be good for.
SCOPES = {
    "read": marked("Look at my games"),
    "play": marked("Play in my games"),
    "challenge": marked("Open games, invite and sit down"),
    "talk": marked("Chat"),
    "study": marked("Studies, hints and analyses"),
}


def session_ended(_: Tongue) -> str:
    """Why somebody who has played only looks on."""
    return _("Your session was ended elsewhere: here you only look on.")
