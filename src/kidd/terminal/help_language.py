"""`--help` in the language of the command: the texts of commands and options are said by the catalogs."""

from __future__ import annotations

from typing import Any

import typer

from kidd.words.language import Tongue
from kidd.words.terminal.commands import help_heads, help_on_help, help_values

NAMES = ["-h", "--help"]


def translate_help(command: Any, _: Tongue) -> None:
    """Let a command say in another language what it and its parts are for, once it is asked.

    To find every game that is installed takes longer than many a command.
    """
    show = command.format_help

    def format_help(context: Any, formatter: Any) -> None:
        _translate(command, _, help_values(_))
        show(context, formatter)

    command.format_help = format_help
    for one in getattr(command, "commands", {}).values():
        translate_help(one, _)


def _translate(command: Any, _: Tongue, values: dict[str, str]) -> None:
    """Say it; typer and click keep their own few words."""
    if command.help:
        command.help = _(command.help, **values)
    options, arguments, commands = help_heads(_)
    asking = command.get_help_option(typer.Context(command, help_option_names=NAMES))
    asking.help = help_on_help(_)
    for parameter in (*command.params, asking):
        if parameter is not asking and getattr(parameter, "help", None):
            parameter.help = _(parameter.help, **values)
        parameter.rich_help_panel = arguments if parameter.param_type_name == "argument" else options
    for one in getattr(command, "commands", {}).values():
        one.rich_help_panel = commands
        _translate(one, _, values)
