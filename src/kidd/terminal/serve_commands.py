"""The command that serves the table in the browser."""

from __future__ import annotations

import gc
from typing import Annotated

import typer

from kidd.errors import OptionError
from kidd.terminal.speech import current_tongue


def serve(
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Where to listen; this machine's address in a home network lets that in."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Else KIDD_PORT, else 8000 or, where that is taken, any other.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open a browser where there is a display.")] = False,
) -> None:
    """Serve the table in the browser; settings come from KIDD_... in the environment (docs/serving.md)."""
    gc.disable()  # until it is up: all that a start makes stays, and looking for what does not is a fifth of its time
    try:
        from kidd.web.http.settings import read_settings
        from kidd.web.serving import serve as run
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("kidd"):
            raise
        raise OptionError("needs-web", module=error.name) from error
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    language = current_tongue().code
    raise typer.Exit(run(read_settings(**given), open_browser=open_browser, language=language))
