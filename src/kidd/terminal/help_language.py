"""`--help` in the language of the command: the texts of commands and options are said by the catalogs."""

from __future__ import annotations

from typing import Any

import typer

from kidd.words.language import Tongue
from kidd.words.terminal.commands import help_heads, help_on_help

NAMES = ["-h", "--help"]


def translate_help(command: Any, _: Tongue) -> None:
    """Say what a command and its parts are for in another language; typer and click keep their own few words."""
    if command.help:
        command.help = _(command.help)
    options, arguments, commands = help_heads(_)
    asking = command.get_help_option(typer.Context(command, help_option_names=NAMES))
    asking.help = help_on_help(_)
    for parameter in (*command.params, asking):
        if parameter is not asking and getattr(parameter, "help", None):
            parameter.help = _(parameter.help)
        parameter.rich_help_panel = arguments if parameter.param_type_name == "argument" else options
    for one in getattr(command, "commands", {}).values():
        one.rich_help_panel = commands
        translate_help(one, _)
