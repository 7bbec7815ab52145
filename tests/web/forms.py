"""A browser that runs no scripts: it shows pages, follows links and sends forms, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx

from tests.web.afloat import Visitor
from tests.web.reading import attribute, plain

HTML = {"accept": "text/html,application/xhtml+xml"}


@dataclass
class Form:
    """A form of a page: where it goes, what it sends in any case, and its buttons."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    """Name and value of each that can be pressed."""


class Forms(HTMLParser):
    """The forms of a page that is read."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._inside = False
        self.feed(plain(html))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take up forms and what is in them."""
        said: dict[str, Any] = dict(attrs)
        if tag == "form":
            self._inside = said.get("method") == "post"  # the others are of dialogs, which only scripts open
            if self._inside:
                self.found.append(Form(said["action"]))
        elif self._inside and tag == "input" and "name" in said:
            self.found[-1].fields[said["name"]] = said.get("value") or ""
        elif self._inside and tag == "button" and "disabled" not in said and said.get("type") != "button":
            self.found[-1].buttons.append((said.get("name", ""), said.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        """Leave a form."""
        if tag == "form":
            self._inside = False


class Reader:
    """Somebody in front of such a browser."""

    def __init__(self, visitor: Visitor, page: str) -> None:
        self.visitor = visitor
        self.html = ""
        self.path = page
        self.goes(page)

    def goes(self, path: str) -> None:
        """Follow a link."""
        answer = self.visitor.get(path, headers=HTML)
        assert answer.status_code == 200, (path, answer.status_code)
        self._shows(answer)

    def says(self, name: str) -> str:
        """What an attribute of the page says."""
        return attribute(plain(self.html), name)

    def choices(self, name: str = "act") -> list[str]:
        """What the buttons of that name would send."""
        forms = Forms(self.html).found
        return [value for form in forms for button, value in form.buttons if button == name and value]

    def presses(self, value: str, name: str = "act") -> None:
        """Press the button that sends that, and follow where it leads."""
        form = next(one for one in Forms(self.html).found if (name, value) in one.buttons)
        self._sends(form, {name: value})

    def sends(self, action: str) -> None:
        """Press the only button of the form that goes there."""
        form = next(one for one in Forms(self.html).found if one.action == action)
        assert form.buttons, f"{action} cannot be sent"
        self._sends(form, {})

    def types(self, **said: str) -> httpx.Response:
        """Fill in the field of that name, and send its form; the answer may be that it was refused."""
        form = next(one for one in Forms(self.html).found if said.keys() <= one.fields.keys())
        return self._sends(form, said)

    def _sends(self, form: Form, said: dict[str, str]) -> httpx.Response:
        answer = self.visitor.post(form.action, data={**form.fields, **said}, headers=HTML)
        if answer.status_code == 303:
            self.goes(str(answer.headers["location"]))
        else:
            self._shows(answer)
        return answer

    def _shows(self, answer: httpx.Response) -> None:
        assert answer.headers["content-type"].startswith("text/html")
        self.path, self.html = answer.request.url.path, answer.text
