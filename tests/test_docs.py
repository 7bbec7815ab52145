"""The pages under docs/ say what the package does."""

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import kidd
from kidd.problems.sets import codes, problems_of
from rules_page import rules_page
from tests.pages import blocks
from tests.patience import PATIENCE
from tests.shell import ENVIRONMENT, run

DOCS = Path(__file__).parent.parent / "docs"
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
NOTATION = (DOCS / "notation.md").read_text(encoding="utf-8")
POSITION = r"(?:LC|QM|MG2|MG3) [-\w~,]+ [RBG] (?:[RBG]\d)+ [-\w]+"


def test_every_rule_has_one_number() -> None:
    """The rules page numbers each rule once and leaves none out."""
    numbers = re.findall(r"(?m)^\*\*([A-Z]+)(\d+)\.", RULES)
    counted = {letters: [int(number) for kind, number in numbers if kind == letters] for letters, _ in numbers}
    last = {"D": 5, "C": 6, "LC": 7, "QM": 6, "MG": 8}
    assert counted == {letters: list(range(1, number + 1)) for letters, number in last.items()}


def test_the_rules_page_says_what_the_site_says() -> None:
    """It is written by `python building/rules_page.py` from the texts that the site shows."""
    assert rules_page() == RULES


def test_pictures_and_pages_that_are_pointed_at_are_there() -> None:
    """No link within docs/ leads nowhere."""
    for page in (RULES, NOTATION):
        targets = re.findall(r'src="([^"]+)"|\]\(([^)#:]+)\)', page)
        assert all((DOCS / (picture or other)).is_file() for picture, other in targets), targets


def test_the_drawn_flows_name_modules() -> None:
    """Each of their stations is one that there is."""
    drawn = (DOCS / "pictures" / "flows.svg").read_text(encoding="utf-8")
    stations = re.findall(r">([a-z_]+/[a-z_/]+)<", drawn)
    package = Path(kidd.__file__).parent
    there = {path.relative_to(package).with_suffix("").as_posix() for path in package.rglob("*.*")}
    assert len(stations) == 15
    assert [one for one in stations if not any(f"/{path}".endswith(f"/{one}") for path in there)] == []


@pytest.mark.parametrize("text", sorted({*re.findall(POSITION, RULES), *re.findall(POSITION, NOTATION)}))
def test_positions_on_the_pages_are_positions(text: str) -> None:
    """Each one reads, and is written as it stands there."""
    assert str(kidd.parse(text, **({"opening": "chooser"} if text.startswith("LC") else {}))) == text


def test_the_log_book_on_the_notation_page_can_be_read() -> None:
    """Its acts are legal and lead to the result that it states."""
    (book,) = (block for block in blocks(NOTATION) if block.lstrip().startswith("[Game"))
    (match,) = kidd.read_logbook(book)
    assert match.acts[-3:] == ("B:draw?", "draw.", "B:resign")
    assert match.outcome == "1-0"


def test_the_examples_of_the_rules_page_happen() -> None:
    """QM4 and MG3: the moves that the page tells of are legal and do what it says."""
    freeing = kidd.parse("QM Ra5a7,BRb5a5,Bc6d5 R R5B5 1")
    assert set(map(str, freeing.legal_moves())) == {"a5-a3", "a5-b5>c4"}
    assert str(freeing.play("a5-b5>c4")) == "QM Rc4b5,RBb5a5,Bc6d5 B R5B5 -"
    towers = "BRGc4c3,RBa5a7,Gc6b5,RBGBRBd8c9"
    assert str(kidd.parse(f"MG3 {towers} R R2B1G3 -").play("a5-c6/b5")).split()[1] == "BRGc4c3,RBGc6b5,RBGBRBd8c9"
    blue = map(str, kidd.parse(f"MG3 {towers} B R2B0G3 -").legal_moves())
    assert set(blue) == {"c4-e3/e5", "c4-e7/e5"}


def test_the_readme_shows_what_happens() -> None:
    """Its Python example, typed in, prints what stands there."""
    readme = DOCS.parent / "README.md"
    failed, tried = doctest.testfile(str(readme), module_relative=False)
    assert tried >= 5
    assert not failed


def test_the_readme_counts_the_problems() -> None:
    """As many as there are in the sets that come with the package."""
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    assert f"there are {sum(len(problems_of(code)) for code in codes())} [problems]" in readme


def test_the_library_page_names_everything() -> None:
    """Every public name is on the page or an error of the list at its top."""
    page = (DOCS / "library.md").read_text(encoding="utf-8")
    missing = [name for name in kidd.__all__ if not re.search(rf"\b{name}\b", page)]
    assert not missing


@pytest.mark.parametrize(
    ("page", "heading"),
    [
        ("library.md", ""),
        ("analysis.md", "In Python"),
        ("analysis.md", "Many positions"),
        ("arena.md", "From Python"),
        ("arena.md", "Players of your own"),
    ],
)
def test_examples_run(page: str, heading: str, tmp_path: Path) -> None:
    """Whoever types in what a page shows, in this order and with no other import, gets what stands there."""
    root = DOCS.parent
    done = subprocess.run(
        [sys.executable, "-m", "tests.pages", str(DOCS / page), heading],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        cwd=tmp_path,
        env=ENVIRONMENT | {"PYTHONPATH": f"{ENVIRONMENT['PYTHONPATH']}:{root}"},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"[1-9]\d* examples\n$", done.stdout)


def shape(line: str) -> str:
    """A line of an engine without its numbers, moves and how far it has seen."""
    return re.sub(r" pv .*", " pv", re.sub(r"bestmove \S+", "bestmove", re.sub(r"-?\d+(\.\d+)?", "1", line)))


def test_the_engine_page_shows_what_the_engine_says() -> None:
    """What is said there is understood, and answered in lines like those that stand there."""
    said, answered = blocks((DOCS / "engine.md").read_text(encoding="utf-8"))[0].split("\n\n")
    heard = run("engine", typed=said.replace("movetime 1000", "movetime 100") + "\n").stdout.splitlines()
    wanted = [shape(line) for line in answered.splitlines() if line != "..."]
    assert [shape(line) for line in heard[-len(wanted) :]] == wanted
    (acts,) = re.findall(r"startpos moves (.*)", said)
    match = kidd.Match("QM")
    for act in (*acts.split(), answered.split()[-1]):
        match.play(act)


def test_it_is_cited_as_what_it_is() -> None:
    """CITATION.cff has the version and licence of the package, and names the authors of the games."""
    cited = yaml.safe_load((DOCS.parent / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (cited["cff-version"], cited["type"]) == ("1.2.0", "software")
    assert (cited["version"], cited["license"]) == (project["version"], project["license"])
    assert [one["name"] for one in cited["authors"]] == [one["name"] for one in project["authors"]]
    assert [one["family-names"] for one in cited["references"][0]["authors"]] == ["Cornett", "Schäfer"]
