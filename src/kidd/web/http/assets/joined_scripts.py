"""A page's modules as one script: what a page needs comes in one answer, packed as one, however many files it is in.

The files stay modules, each of which may be asked for by itself. Of the language only as much is understood as they
use: imports and exports by name, at the beginning of a line, `import.meta.url`, and `import("./file.js")` of what is
fetched later, which is joined with all that it needs, too. Each module runs once, whichever script brings it first.
Anything else is refused, and the files are served as they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from rjsmin import jsmin

_IMPORT = re.compile(
    r'^import\s+(?:\{(?P<names>[^}]*)\}|\*\s+as\s+(?P<whole>\w+))\s+from\s+"(?P<path>[^"]+)";[ \t]*$', re.M
)
_BARE = re.compile(r'^import\s+"(?P<path>[^"]+)";[ \t]*$', re.M)
_EXPORT = re.compile(r"^export\s+(?P<kind>(?:async\s+)?function\s*\*?|const|class)\s+(?P<name>\w+)", re.M)
_NAMED = re.compile(r"^export\s*\{(?P<names>[^}]*)\};[ \t]*$", re.M)
_LATER = re.compile(r'\bimport\("(?P<path>[^"]+)"\)')
_HERE = re.compile(r"\bimport\.meta\.url\b")
_LEFT = re.compile(r"^\s*(?:import|export)\b|\bimport\s*\(|\bimport\.meta\b", re.M)
_NESTED = re.compile(r"\$\{[^}`]*`")  # which the minifier would take for the end of the text around it

BEGINNING = "const modules = (globalThis.joinedModules ??= {});"


class CannotJoin(ValueError):
    """A file that says something which only a module can."""


def joined(folder: Path, entry: str, later: Collection[str] = (), after: str = "") -> str:
    """A file and all that it imports, each before those that need it; those of `later` are joined by themselves.

    What is only fetched by a script that is joined itself goes without the modules that this one, `after`, has.
    """
    there: dict[str, str] = {}
    if after:
        _add(folder, after, there, (after,), later)
    made = dict(there)
    _add(folder, entry, made, (entry,), later)
    names = _exported((folder / entry).read_text(encoding="utf-8"))
    ending = f"export const {{ {', '.join(names)} }} = {_module(entry)};\n" if names else ""
    own = [source for path, source in made.items() if path not in there]
    return "\n".join([BEGINNING, *own, ending])


def _add(folder: Path, path: str, made: dict[str, str], above: tuple[str, ...], later: Collection[str]) -> None:
    source = (folder / path).read_text(encoding="utf-8")
    for found in _imports(source):
        wanted = _target(path, found["path"])
        if wanted in above:
            raise CannotJoin(f"{path} is imported by {wanted}, which it imports")
        if wanted not in made:
            _add(folder, wanted, made, (*above, wanted), later)
    for found in _LATER.finditer(source):
        wanted = _target(path, found["path"])
        if wanted not in later and _imports((folder / wanted).read_text(encoding="utf-8")):
            raise CannotJoin(f"{path} fetches {wanted}, which imports others and is not joined with them")
    made[path] = _wrapped(path, source, above[0])


def _imports(source: str) -> list[re.Match[str]]:
    return [*_IMPORT.finditer(source), *_BARE.finditer(source)]


def _exported(source: str) -> dict[str, str]:
    """What a module calls the things that it exports, by the names that others know them by."""
    names = {found["name"]: found["name"] for found in _EXPORT.finditer(source)}
    for found in _NAMED.finditer(source):
        for one in found["names"].split(","):
            own, _, known = one.strip().partition(" as ")
            names[known.strip() or own] = own
    return names


def _wrapped(path: str, source: str, entry: str) -> str:
    """A module as a function that is called at once and returns what it exports."""
    body = _IMPORT.sub(lambda found: _taken(path, found), source)
    body = _EXPORT.sub(r"\g<kind> \g<name>", _NAMED.sub("", _BARE.sub("", body)))
    if found := _LEFT.search(_HERE.sub("", _LATER.sub("", body))):
        raise CannotJoin(f"{path} has an import or export of another kind: {found[0].strip()!r}")
    if found := _NESTED.search(body):
        raise CannotJoin(f"{path} has a text in backquotes within another: {found[0]!r}")
    body = _LATER.sub(lambda found: f'import("{_way(entry, _target(path, found["path"]))}")', body)
    body = _HERE.sub(f'new URL("{_way(entry, path)}", import.meta.url).href', body)
    returned = ", ".join(known if known == own else f"{known}: {own}" for known, own in _exported(source).items())
    return f"{_module(path)} ??= (() => {{\n{jsmin(body)}\nreturn {{ {returned} }};\n}})();"


def _taken(path: str, found: re.Match[str]) -> str:
    module = _module(_target(path, found["path"]))
    if found["whole"]:
        return f"const {found['whole']} = {module};"
    names = re.sub(r"\s+as\s+", ": ", " ".join(found["names"].split()))
    return f"const {{ {names} }} = {module};"


def _way(entry: str, path: str) -> str:
    """The address of a file as a script has to write it that is fetched as `entry`."""
    way = relpath(path, dirname(entry))
    return way if way.startswith(".") else f"./{way}"


def _target(path: str, wanted: str) -> str:
    if not wanted.startswith("."):
        raise CannotJoin(f"{path} imports {wanted!r}, which is no file beside it")
    return normpath(join(dirname(path), wanted))


def _module(path: str) -> str:
    """Where a joined script keeps a module."""
    return "modules." + re.sub(r"\W", "_", path.removesuffix(".js"))
