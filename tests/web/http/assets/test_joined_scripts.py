"""Modules joined into one script: what they say to each other stays the same, and what cannot be joined is refused."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from kidd.web.http.assets.joined_scripts import CannotJoin, joined
from kidd.web.http.assets.static_files import JOINED
from kidd.web.http.assets.templates import STATIC
from tests.web.afloat import Server, Visitor

HULL = """// of wood
import { mast as pole, sail } from "./rig/sails.js";
import * as rig from "./rig/sails.js";
import "./flag.js";

  /** A ship in words. */
export async function ship(name) {
  return `${pole}
    // not a comment
${sail(name)} ${rig.mast}`;
}
console.log(await0());
function await0() { later().then((said) => console.log(said)); return "sailing"; }
async function later() {
  const { hoist } = await import("./rig/flags.js");
  return `${await ship("Adventure")} ${hoist()}`;
}
"""
SAILS = """import { flag } from "../flag.js";
const mast = `${flag}! ${new URL("..", import.meta.url).pathname.endsWith("/sea/")}`;
export const sail = (name) => name;
export { mast };
"""
FLAGS = """import { flag as colour } from "../flag.js";
const raise = () => colour;
export { raise as hoist };
"""
FILES = {
    "hull.js": HULL,
    "rig/sails.js": SAILS,
    "rig/flags.js": FLAGS,
    "flag.js": 'console.log("once");\nexport const flag = "black";\n',
}
LATER = ("rig/flags.js",)
FIRST = next(iter(JOINED))


def afloat(folder: Path, **files: str) -> Path:
    """A folder with scripts."""
    for name, source in {**FILES, **files}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(source, encoding="utf-8")
    return folder


def test_joined_they_say_the_same(tmp_path: Path):
    """Each runs once, before those that need it, under the names it is known by; texts keep their lines."""
    sea = tmp_path / "sea"
    sea.mkdir()
    script = joined(afloat(sea), "hull.js", LATER)
    assert "of wood" not in script
    assert "A ship in words" not in script
    assert script.count("import(") == 1
    node, *_ = compute_driver_executable()  # which comes with playwright
    flags = joined(sea, "rig/flags.js", LATER, after="hull.js")
    assert "black" not in flags, "the hull has brought the flag"
    (sea / "rig" / "flags.js").write_text(flags, encoding="utf-8")
    (sea / "hull.js").write_text(script, encoding="utf-8")
    (sea / "package.json").write_text('{"type": "module"}')
    done = subprocess.run([node, "hull.js"], cwd=sea, capture_output=True, text=True, check=True)
    assert done.stdout == "once\nsailing\nblack! true\n    // not a comment\nAdventure black! true black\n"


@pytest.mark.parametrize(
    "source",
    [
        'export { flag } from "./flag.js";\n',
        "export default 1;\n",
        "export let changing = 1;\n",
        'import flag from "./flag.js";\n',
        'import { flag } from "flags";\n',
        "const here = import.meta.resolve;\n",
        "const some = import(name);\n",
        'import { ship } from "./hull.js";\n',
        'const fetched = () => import("./rig/sails.js");\n',
        "const words = `${flag ? ` ${flag}` : 1}`;\n",
    ],
)
def test_what_cannot_be_joined(tmp_path: Path, source: str):
    """Then the files are served as they are."""
    with pytest.raises(CannotJoin):
        joined(afloat(tmp_path, **{"flag.js": source}), "hull.js", LATER)


@pytest.mark.parametrize("entry", JOINED)
def test_the_scripts_of_this_site_can_be_joined(entry: str):
    """Whoever writes something that cannot be hears of it here, and not from a warning in a log."""
    assert joined(STATIC, entry, JOINED, after=JOINED[entry]).count("??= (() => {") >= 1


def test_a_joined_script_is_what_pages_get(visitor: Visitor, server: Server):
    """Under the address with a version; under the plain one there is the file itself."""
    version = server.app.state.pages.static_version
    plain = visitor.get(f"/static/{FIRST}").text
    whole = visitor.get(f"/static/{version}/{FIRST}").text
    assert plain == (STATIC / FIRST).read_text(encoding="utf-8")
    assert whole == joined(STATIC, FIRST, JOINED)
