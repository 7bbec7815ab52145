"""What an OpenAPI document says, in the order and the words of a page."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from kidd.web.http.problems import MEDIA_TYPE

Document = dict[str, Any]
REFERENCE = "#/components/schemas/"


class Member(NamedTuple):
    """A parameter, or a member of a model."""

    name: str
    kind: Markup
    required: bool
    words: Markup
    place: str = ""
    """`path` or `query`, for parameters."""


class Operation(NamedTuple):
    """Something that can be asked for."""

    key: str
    method: str
    path: str
    words: tuple[Markup, ...]
    parameters: tuple[Member, ...]
    body: Markup
    answers: tuple[tuple[str, Markup], ...]
    """The statuses of success, each with what comes."""
    problems: str
    """The statuses of errors."""


class Model(NamedTuple):
    """A kind of value that is sent."""

    name: str
    words: Markup
    members: tuple[Member, ...]
    examples: tuple[str, ...]


def operations(document: Document) -> list[Operation]:
    """Every operation, as the document has them."""
    return [
        _operation(method.upper(), path, said)
        for path, methods in document["paths"].items()
        for method, said in methods.items()
    ]


def models(document: Document) -> list[Model]:
    """Every model by name."""
    return [_model(name, schema) for name, schema in sorted(document["components"]["schemas"].items())]


def _operation(method: str, path: str, said: Document) -> Operation:
    body = said.get("requestBody", {}).get("content", {}).get("application/json", {})
    answers: list[tuple[str, Markup]] = []
    problems: list[str] = []
    for status, answer in said["responses"].items():
        content = answer.get("content", {})
        if MEDIA_TYPE in content:
            problems.append(status)
            continue
        kind = next(iter(content), "")
        answers.append((status, kind_of(content[kind]["schema"]) if kind == "application/json" else escape(kind)))
    return Operation(
        key=said["operationId"],
        method=method,
        path=path,
        words=tuple(marked_up(part) for part in said["description"].split("\n\n")),
        parameters=tuple(_parameter(one) for one in said.get("parameters", [])),
        body=kind_of(body["schema"]) if body else Markup(),
        answers=tuple(answers),
        problems=", ".join(problems),
    )


def _parameter(said: Document) -> Member:
    schema = said["schema"]
    return Member(said["name"], kind_of(schema), said["required"], marked_up(said.get("description", "")), said["in"])


def _model(name: str, schema: Document) -> Model:
    required = schema.get("required", ())
    members = tuple(
        Member(member, kind_of(said), member in required, marked_up(said.get("description", "")))
        for member, said in schema.get("properties", {}).items()
    )
    examples = tuple(json.dumps(example) for example in schema.get("examples", ()))
    return Model(name, marked_up(schema.get("description", "")), members, examples)


def kind_of(schema: Document) -> Markup:
    """What a value may be, in few words and with links to models."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REFERENCE)
        return Markup('<a href="#model-{0}">{0}</a>').format(name)
    if "anyOf" in schema:
        return Markup(" or ").join(kind_of(one) for one in schema["anyOf"] if one.get("type") != "null")
    if "enum" in schema or "const" in schema:
        values = schema.get("enum") or [schema["const"]]
        return Markup(", ").join(Markup("<code>{}</code>").format(value) for value in values)
    if schema.get("type") == "array":
        return Markup("list of {}").format(kind_of(schema.get("items", {})))
    if schema.get("type") == "object":
        return Markup("values by name: {}").format(kind_of(schema.get("additionalProperties", {})))
    return escape(schema.get("format") or schema.get("type", "anything"))


@cache
def marked_up(text: str) -> Markup:
    """A text whose words between backquotes are code."""
    parts = text.split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part) for number, part in enumerate(parts)
    )
