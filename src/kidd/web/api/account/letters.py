"""A member's mail address, and passwords that are forgotten."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.table import limits
from kidd.table.play.people import profile
from kidd.web.api.account.confirming import Confirmed, confirm
from kidd.web.api.answering import done, problems
from kidd.web.api.bodies import Body
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.visitors.sessions import place_of
from kidd.web.http.visitors.viewer import viewer_of

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Accounts"])

Code = Annotated[str, Path(description="As the letter says it.", max_length=limits.PERSON, examples=["k7w2m9xq4tbc"])]


class NewAddress(Confirmed):
    """A mail address, or none in place of the one there is."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"mail": "anne@example.org", "password": "two parrots"}]})

    mail: str = Field(max_length=limits.MAIL)


class Proof(Body):
    """What a letter says."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"code": "k7w2m9xq4tbc"}]})

    code: str = Field(max_length=limits.PERSON)


class Forgetful(Body):
    """Whose password is forgotten."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"who": "Anne Bonny"}]})

    who: str = Field(max_length=limits.MAIL, description="A name or a mail address.")


class FreshPassword(Body):
    """The password from now on."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"password": "a wooden leg"}]})

    password: str = Field(max_length=1000)


@router.put("/account/mail", status_code=204, response_class=Response, responses=problems(400, 403, 415, 429))
async def ask_mail(request: Request, said: NewAddress) -> Response:
    """Write to an address that the asker gives, who then proves that it is theirs; an empty one is forgotten."""
    store, viewer = request.app.state.store, viewer_of(request)
    await confirm(request, said.password)
    await run_in_threadpool(profile.ask_mail, store, viewer.actor, place_of(request), said.mail, viewer.tongue.code)
    return done()


@router.post("/account/mail/proof", status_code=204, response_class=Response, responses=problems(400, 403, 415))
async def prove_mail(request: Request, said: Proof) -> Response:
    """The address is theirs who has the code."""
    await run_in_threadpool(profile.verify_mail, request.app.state.store, said.code)
    return done()


@router.post("/password-resets", status_code=204, response_class=Response, responses=problems(400, 403, 415, 429))
async def ask_reset(request: Request, said: Forgetful) -> Response:
    """Write to whoever that is; the answer is the same whether or not it is anybody."""
    store, language = request.app.state.store, viewer_of(request).tongue.code
    await run_in_threadpool(profile.ask_reset, store, place_of(request), said.who, language)
    return done()


@router.post(
    "/password-resets/{code}", status_code=204, response_class=Response, responses=problems(400, 403, 415, 429)
)
async def reset_password(request: Request, code: Code, said: FreshPassword) -> Response:
    """A new password, for whoever has the code that was sent; all sessions, tokens and devices end."""
    state = request.app.state
    language = viewer_of(request).tongue.code
    await profile.reset_password(state.store, state.hasher, place_of(request), code, said.password, language)
    return done()
