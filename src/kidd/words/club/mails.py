"""Letters to members: plain text in their language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kidd.words.language import Tongue, marked
from kidd.words.names import SITE


class Letter(NamedTuple):
    """A letter, ready to be sent."""

    subject: str
    text: str


SUBJECTS = {
    "verify": marked("Your mail address at %(site)s"),
    "reset": marked("Another password at %(site)s"),
    "new-password": marked("Your password at %(site)s was changed"),
    "new-mail": marked("Your mail address at %(site)s was changed"),
}
TEXTS = {
    "verify": (
        marked("Hello %(name)s,"),
        marked("if this is your mail address, please open this page within three days and say so:"),
        "%(link)s",
        marked("If you did not ask for this, somebody has mistyped their address: nothing needs to be done."),
    ),
    "reset": (
        marked("Hello %(name)s,"),
        marked("somebody, probably you, wants to choose another password. It can be done here within two hours:"),
        "%(link)s",
        marked("If it was not you, nothing needs to be done: your password stays as it is."),
    ),
    "new-password": (
        marked("Hello %(name)s,"),
        marked(
            "your password was just changed. All other devices were logged out, no device is notified any more, "
            "and all tokens of your programs and bots have ended."
        ),
        marked("If it was not you, choose another one here:"),
        "%(link)s",
    ),
    "new-mail": (
        marked("Hello %(name)s,"),
        marked("letters to you no longer come here: we were given another mail address, or asked to forget this one."),
        marked(
            "If it was not you, somebody knows your password. Within three days you can take the change back here, "
            "which logs them out, and choose another password:"
        ),
        "%(link)s",
        marked("If it was you, nothing needs to be done."),
    ),
}


def letter(kind: str, data: Mapping[str, str], base_url: str, _: Tongue) -> Letter:
    """A letter of some kind; `path` in its data leads to a page of the site."""
    values = {"site": SITE, "name": data.get("name", ""), "link": f"{base_url}{data.get('path', '')}"}
    parts = [_.filled(part, values) if part != "%(link)s" else values["link"] for part in TEXTS[kind]]
    subject = " ".join(_.filled(SUBJECTS[kind], values).split())
    return Letter(subject, "\n\n".join([*parts, f"-- \n{SITE}\n{base_url}"]) + "\n")
