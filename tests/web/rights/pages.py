"""Who may do what on the pages: every route of theirs, by forms and links."""

from __future__ import annotations

from tests.table.members import PASSWORD
from tests.web.rights.rows import all_may, begins, row
from tests.web.rights.words import BOOK, FIRST, MOVE, PLAN_TEXT, POSITION, TRIED

PAGES = [
    # What everybody may look at.
    all_may("GET /"),
    all_may("GET /games"),
    all_may("GET /lobby"),
    all_may("GET /invite"),
    all_may("GET /invitations", "303"),
    all_may("GET /games/{game_id}"),
    all_may("GET /games/{game_id}/log.kidd"),
    all_may("GET /games/{game_id}/{ply:ply}"),
    all_may("GET /games/{game_id}/{ply:ply}.svg"),
    all_may("GET /games/{game_id}/{ply:ply}/small.svg"),
    all_may("GET /games/{game_id}/{ply:ply}/play-on", "307"),
    all_may("GET /games/{game_id}/again"),
    all_may("GET /games/{game_id}/analysis"),
    all_may("GET /games/{game_id}/dice"),
    all_may("GET /members"),
    all_may("GET /members/{member}"),
    all_may("GET /next", "303"),
    all_may("GET /rules"),
    all_may("GET /rules/numbers"),
    all_may("GET /rules/{slug}"),
    all_may("GET /rules/{slug}/introduction"),
    all_may("GET /rules/{slug}/introduction/{step}"),
    all_may("GET /help"),
    all_may("GET /settings"),
    all_may("GET /about"),
    all_may("GET /privacy"),
    all_may("GET /imprint", "404"),  # of a server whose owner has said nothing
    all_may("GET /signup", member="303"),
    all_may("GET /login", member="303"),
    all_may("GET /verify"),
    all_may("GET /take-back"),
    all_may("GET /reset"),
    all_may("GET /reset/{code}"),
    row("GET /account", "303 200 303 200 200 200 200"),  # of a guest, or to where one logs in
    all_may("GET /setup"),
    all_may("GET /load"),
    all_may("GET /study"),
    all_may("GET /study/{study_id}"),
    all_may("GET /study/{study_id}/{node:ply}"),
    all_may("GET /dice"),
    all_may("GET /deck/{name}.svg"),
    all_may("GET /kit/{code}/{deck}.html"),
    all_may("GET /example.svg"),
    all_may("GET /deck.css"),
    all_may("GET /icon.svg"),
    all_may("GET /favicon.ico"),
    all_may("GET /healthz"),
    all_may("GET /readyz"),
    all_may("GET /metrics"),
    all_may("GET /problems/{kind:kind}", "303"),
    all_may("GET /problems"),
    all_may("GET /problems/next", "303"),
    all_may("GET /problems/{problem_id}"),
    all_may("GET /games/{game_id}/mistakes"),
    all_may("GET /games/{game_id}/mistakes/{ply:ply}", "404"),  # of a game that nobody has analysed
    all_may("GET /vacation"),
    all_may("GET /study/{study_id}.kidd"),
    # Notices are one's own: strangers have none.
    all_may("GET /notices"),
    all_may("GET /notices/stop", "404"),  # without what stands in a letter
    all_may("POST /notices/stop", "404"),
    all_may("GET /manifest.webmanifest"),
    all_may("GET /sw.js"),
    all_may("GET /offline"),
    # What everybody may begin or try out for themselves.
    begins("POST /games", "303", {"game": "LC", "party": "2-2"}),
    begins("POST /play-on", "303", {"position": POSITION, "seat-R": "me", "seat-B": "me"}),
    begins("POST /invitations", "303", {"game": "LC"}),
    begins("POST /language", "303", {"language": "de"}),
    begins("POST /prefs", "303", {"theme": "dark"}),
    begins("POST /diagram", "200", {"position": POSITION}),
    begins("POST /rules/{slug}/introduction/{step}", "200", {"move": "c4-b5"}),
    begins("POST /setup", "200", {"position": POSITION}),
    begins("POST /load", "200", {"text": BOOK}),
    begins("POST /study", "303", {"position": "LC"}),
    begins("POST /dice", "200", {"text": BOOK}),
    # The engine is nobody's second: whoever plays against others studies the game when it is over.
    #                                          stranger guest former alone player opponent cross-site
    row("GET /study?game={game_id}", "              200  200  200     200  403    403      200"),
    row("GET /study?game={game_id}&ply=1", "        200  200  200     200  200    200      200", over=True),
    begins("POST /problems/{problem_id}", "200", {"solution": "1"}),
    begins("POST /games/{game_id}/mistakes/{ply:ply}", "404", {"solution": "1"}),
    row("POST /vacation", "                         403  303  403     303  303    303      403", {"days": "1"}),
    row("POST /study/{study_id}", "                 403  403  403     303  303    403      403", TRIED),
    # Accounts: nobody here has one, and what they try is refused for what it is.
    begins("POST /signup", "422", {"name": "x", "password": "y", "again": "y"}),
    begins("POST /login", "403", {"name": "Nobody", "password": "a parrot or two"}),
    begins("POST /logout", "303", {}),
    begins("POST /account/password", "403", {"old": "x", "password": "y", "again": "y"}, member="422"),
    begins("POST /account/sessions", "403", {"session": "others"}, member="303"),
    begins("POST /account/profile", "403", {"language": "de", "zone": ""}, member="303"),
    begins("POST /account/mail", "403", {"mail": "ann@example.org", "password": PASSWORD}, member="303"),
    row("POST /account/blocks", "403 422 403 422 422 422 403", {"name": "Nobody at all"}),
    row("POST /account/name", "403 303 403 303 303 303 403", {"name": "Storm Heron"}, member="422"),
    begins("POST /account/tokens", "403", {"name": "x", "scope-read": "1", "password": PASSWORD}, member="200"),
    begins("POST /account/bots", "403", {"name": "{new_name}", "password": PASSWORD}, member="303"),
    begins("POST /account/export", "403", {}, member="200"),
    begins("POST /account/delete", "403", {"password": "x"}, member="422"),
    begins("POST /verify", "422", {"code": "x"}),
    begins("POST /take-back", "422", {"code": "x"}),
    begins("POST /reset", "200", {"who": "nobody"}),
    begins("POST /reset/{code}", "422", {"password": "x", "again": "x"}),
    all_may("GET /operator", "403", operator="200"),
    begins("POST /operator/people", "403", {"person": "{person_id}", "do": "close"}, operator="303"),
    begins("POST /operator/games", "403", {"game": "{game_id}", "do": "adjourn"}, operator="303"),
    begins("POST /operator/invitations", "403", {}, operator="200"),
    begins("POST /operator/reports", "403", {"report": "{report_id}"}, operator="303"),
    # What is done to a game: by forms.
    #                                          stranger guest former alone player opponent cross-site
    row("POST /games/{game_id}/acts", "             403  403  403     303  303    403      403", MOVE),
    row("POST /games/{game_id}/takeback", "         403  403  403     303  303    303      403", {"ply": 2}),
    row("POST /games/{game_id}/abandon", "          403  403  403     303  403    403      403", {}),
    row(
        "POST /games/{game_id}/adjourn", "          403  403  403     422  422    422      403", {}, operator="303"
    ),  # no clock runs here
    row("POST /games/{game_id}/resume", "           403  403  403     303  303    303      403", {}, operator="303"),
    row("POST /games/{game_id}/go-on", "            403  403  403     422  403    403      403", {"ply": 2}),
    row("POST /games/{game_id}/rematch", "          403  403  403     303  303    303      403", {}, over=True),
    row("POST /games/{game_id}/analysis", "         403  403  403     303  303    303      403", {}, over=True),
    # While a third is missing anybody may sit down; whoever opened the game decides on the rest.
    row(
        "POST /games/{game_id}/seat",
        "             303  303  303     303  303    303      403",
        {},
        waiting=True,
        blocked="403",
    ),
    row("POST /games/{game_id}/stand-up", "         403  403  403     303  303    303      403", {}, waiting=True),
    row(
        "POST /games/{game_id}/computer",
        "         403  403  403     303  303    403      403",
        {"level": 1},
        waiting=True,
    ),
    row("POST /games/{game_id}/abandon", "          403  403  403     303  303    403      403", {}, waiting=True),
    row("POST /games/{game_id}/acts", "             403  403  403     422  422    422      403", FIRST, waiting=True),
    # What is said beside it: by those who watch among themselves, by two players, and by nobody who is alone.
    row("POST /games/{game_id}/talk", "             303  303  303     403  303    303      403", {"text": "Ahoy"}),
    row("POST /games/{game_id}/talk/{number}", "    403  404  403     404  404    404      403", {"deed": "report"}),
    row("POST /games/{game_id}/note", "             403  303  403     303  303    303      403", {"text": "Mine"}),
    row("POST /games/{game_id}/plan", "             403  403  403     422  422    303      403", PLAN_TEXT),
    # One's own notices, and one's own browsers: strangers have neither.
    #                                          stranger guest former alone player opponent cross-site
    row("POST /notices", "                          403  303  403     303  303    303      403", {"push": "on"}),
    row("POST /notices/seen", "                     403  303  403     303  303    303      403", {}),
]
