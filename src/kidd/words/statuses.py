"""What a status of HTTP means to whoever sits at a page, where there is nothing better to say."""

from kidd.words.language import marked
from kidd.words.texts import COMPUTERS_BUSY

SENTENCES = {
    400: marked("That cannot be read."),
    403: marked("That is not yours to do."),
    404: marked("There is nothing here."),
    405: marked("That cannot be done here."),
    413: marked("That is too large."),
    415: marked("That is neither a form nor JSON."),
    421: marked("This server does not go by that name: who runs it says by which, with KIDD_BASE_URL or KIDD_HOSTS."),
    422: marked("Something is missing or does not fit."),
    429: marked("That was too much at once: please try again in a moment."),
    500: marked("Something went wrong on our side. It has been noted."),
    503: COMPUTERS_BUSY,
}
