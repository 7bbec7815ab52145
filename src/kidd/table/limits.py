"""How much of everything the table takes, in one place."""

from __future__ import annotations

NAME = 40  # characters of a player's name
PERSON = 64  # characters of a person's id
BOOK = 200_000  # characters of a log book
POSITION = 600  # characters of a position
ACT = 100  # characters of an act; the longest move of the rules has some forty
EVENTS = 3000  # of one game; from then on it can only be given up
LAST_OFFERS = 100  # events beyond that in which a draw may still be offered
UNFINISHED = 300  # games that one person has begun and not ended
SEEKS = 12  # games of one person's that look for players in the lobby
CHALLENGES = 3  # of one person to another that wait for an answer
GUEST_CHALLENGES = 10  # that wait, of one guest in all, and to one member of all guests who came from one place
LISTED = 100  # games in a person's list
CURVE = 200  # games of a rating's curve
LEADERS, BOARD_LEAVES = 50, 20  # members on a leaf of a leader board, and its leaves
LEAF = 20  # finished games on one page of that list
CACHED = 100_000_000  # bytes of games that are kept ready in memory: some 400 of usual length
LOOKS = 120  # plies of a line in one answer
MATCHES = 500  # in a log book
STUDIES = 300  # that one person keeps
STUDY_NODES = 4000  # moves of a study: the longest game, and what is tried beside it
STUDY_TEXT = 200_000  # characters of all that is said in a study
TITLE = 80  # characters of a study's title
COMMENT = 2000  # characters that are said of one move
LINE_NAME = 80  # characters of the name of a line
JOBS = 200  # thoughts that wait for a worker
MESSAGE = 300  # characters of what is said beside a game
MESSAGES = 300  # in each room of a game
TALK_AT_ONCE, TALK_SECONDS = 5, 10  # messages of one person in so many seconds
REPORTS = 20  # of one person that wait to be looked at
NOTE = 4000  # characters that somebody notes for themselves beside a game
NOTES = 1000  # games beside which one person has noted something
CONDITIONS = 60  # moves in a tree of conditional moves
ANALYSES = 32  # that are made at a time, and finished ones that are kept in memory
ANALYSES_EACH = 2  # of them, of one person
ANALYSES_SHARE = 8  # of them, of all guests who came from one place
ANALYSED = 400  # moves of one game that are judged: of a longer one the last
SHORTEST_NAME, MEMBER_NAME = 2, 24  # characters of a member's name
SHORTEST_PASSWORD, PASSWORD = 8, 200  # characters of a password
MAIL = 254  # characters of a mail address
BLOCKS = 500  # people on one person's list
TOKENS = 20  # of one person
BOTS = 5  # of one member
RATED_PAIR = 20  # rated games that the same two begin in a day
