"""What is locked for the players of a rated game until its end, by whatever way it is asked for."""

from __future__ import annotations

import json

from kidd.search.tree.mirrors import mirror_position
from kidd.table.play.games import play
from tests.patience import PATIENCE
from tests.table.members import member, rated
from tests.web.afloat import API, Server, Visitor
from tests.web.roles import Caller, cookie, listener


def test_the_position_of_a_rated_game(server: Server, visitor: Visitor):
    """Look, engine, study, hint and computers say no to Ann, in her language; Cat looks at what she likes."""
    store = server.app.state.store
    ann, bea, cat = (member(store, name) for name in ("Annelie", "Beatrix", "Caterina"))
    table = rated(store, ann, bea)
    for actor, act in ((ann, "@c1"), (bea, "@a7")):
        table = play(store, table.id, actor, len(table.match), act)
    asked = {"position": str(table.match.position)}
    line = {"position": "LC", "acts": list(table.match.acts)}
    listener(visitor, Caller("ann", table.id, cookie(server, ann), ann))
    on, mirrored = (
        {**asked, "acts": [str(table.match.position.legal_moves()[0])]},
        {"position": str(mirror_position(table.match.position, 1))},
    )
    for wish in (asked, line, {**line, "from": 0, "to": 2}, {**asked, "options": "claim_after=77"}, on, mirrored):
        answer = visitor.post(f"{API}/look", json=wish, headers={"accept-language": "de"})
        assert (answer.status_code, answer.json()["reason"]) == (403, "rated-position")
        assert answer.json()["detail"].startswith("In genau dieser Stellung")
    assert visitor.post(f"{API}/look", json={**line, "from": 0, "to": 1}).status_code == 200
    with visitor.thinks_along() as engine:
        for far in (asked, {"position": "LC", "acts": ["@a7"]}):
            engine.send(json.dumps({"look": far, "seq": 4}))
            assert json.loads(engine.recv(PATIENCE))["reason"] == "rated-running"
    assert visitor.post(f"{API}/games/{table.id}/hint", json={"ply": 2}).status_code == 403
    assert visitor.post(f"{API}/studies", json={"game": table.id}).status_code == 403
    seats = [{"kind": "person"}, {"kind": "computer", "level": 8}]
    opened = visitor.post(f"{API}/games", json={"game": "LC", "seats": seats, **asked})
    assert (opened.status_code, opened.json()["reason"]) == (403, "rated-running")
    casual = visitor.post(f"{API}/games", json={"game": "LC", "seats": seats})
    hint = visitor.post(f"{API}/games/{casual.json()['id']}/hint", json={"ply": 0})
    assert (hint.status_code, hint.json()["reason"]) == (403, "rated-running")
    assert visitor.get(f"{API}/positions/{asked['position']}").status_code == 200  # the rules are no help
    listener(visitor, Caller("cat", table.id, cookie(server, cat), cat))
    assert visitor.post(f"{API}/look", json=asked).status_code == 200
    play(store, table.id, bea, 2, "B:resign")
    listener(visitor, Caller("ann", table.id, cookie(server, ann), ann))
    assert visitor.post(f"{API}/look", json=asked).status_code == 200
