"""Who may listen at the sockets, and what comes of what they say there."""

from __future__ import annotations

from tests.web.rights.rows import row

SOCKETS = [
    # Of a game: which crews it takes the caller for, or what it is closed with.
    #                                              stranger guest former alone player opponent cross-site
    row("SOCKET /api/v1/games/{game_id}/socket", "  -        -     -      RB    R      B        4403"),
    # Of the lobby, which tells everybody the same.
    row("SOCKET /api/v1/lobby/socket", "            told     told  told   told  told   told     4403"),
    # Of notices: how many the caller is told of.
    row("SOCKET /api/v1/notices/socket", "          4403     0     4403   0     1      0        4403"),
    # Of the engine, which thinks for everybody who may look.
    row("SOCKET /api/v1/engine", "                  told     told  told   told  told   told     4403"),
]
# What is said over a socket, and what comes of it: an answer, a measured way, nothing (-), or it is closed at once.
SAID = [
    row("SAID /api/v1/games/{game_id}/socket#alive", "alive    alive alive  alive alive  alive    4403"),
    row("SAID /api/v1/games/{game_id}/socket#pong", " -        -     -      way   way    way      4403"),
    row("SAID /api/v1/games/{game_id}/socket#seen", " -        -     -      -     -      -        4403"),
    row("SAID /api/v1/games/{game_id}/socket#ask", "  403      403   403    200   200    403      4403"),
    row("SAID /api/v1/games/{game_id}/socket#act", "  -        -     -      -     -      -        4403"),
    row("SAID /api/v1/lobby/socket#alive", "          alive    alive alive  alive alive  alive    4403"),
    row("SAID /api/v1/lobby/socket#act", "            -        -     -      -     -      -        4403"),
    row("SAID /api/v1/notices/socket#alive", "        4403     alive 4403   alive alive  alive    4403"),
    row("SAID /api/v1/notices/socket#act", "          4403     -     4403   -     -      -        4403"),
    row("SAID /api/v1/engine#look", "                 seq      seq   seq    seq   seq    seq      4403"),
    row("SAID /api/v1/engine#stop", "                 -        -     -      -     -      -        4403"),
    row("SAID /api/v1/engine#act", "                  error    error error  error error  error    4403"),
]
