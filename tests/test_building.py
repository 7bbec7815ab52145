import os
import shutil
import subprocess
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import compiler
import extensions

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.once

FILES = {
    "__init__.py": "",
    "decks/small.toml": 'name = "small"\n',
    "rules/__init__.py": "",
    "rules/ones.h": "static inline int ones(unsigned __int128 set) { return __builtin_popcountll(set); }\n",
    "rules/ones.pxd": 'cdef extern from "ones.h":\n    int ones(unsigned long long set)\n',
    "rules/ones.py": "def ones(set):\n    return set.bit_count()\n",
    "rules/double.pxd": "cpdef int double(int number)\n",
    "rules/double.py": "def double(number: int) -> int:\n    return 2 * number\n",
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A small package that is built as this one is, with one module to compile and one whose C is a header."""
    for name in ("pyproject.toml", "setup.py", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "building", tmp_path / "building", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "README.md").touch()
    for name, text in FILES.items():
        file = tmp_path / "src" / "kidd" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def no_compiler(tmp_path_factory, monkeypatch):
    """A machine whose PATH has nothing that compiles; returns a folder on that PATH."""
    folder = tmp_path_factory.mktemp("bin")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.delenv("KIDD_NO_ZIG", raising=False)
    return folder


def build():
    """Build the extensions of the project in the working directory, and return the lines that the build says itself."""
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if line.startswith("kidd: ")]


def built():
    """The names of the extension modules that lie beside the sources."""
    return sorted(file.name.partition(".")[0] for file in Path("src").rglob("*.so"))


def test_modules_with_a_pxd_are_compiled(project):
    """A `.pxd` beside a module asks for its compilation, unless its C is a header of the same name."""
    assert extensions.modules() == [Path("src/kidd/rules/double.py")]


def test_a_build_compiles_where_it_can(project):
    """The compiled modules lie beside their sources, and one line says which compiler made them."""
    (line,) = build()
    if found := compiler.system() or compiler.zig():
        assert line == f"kidd: compiled 1 modules with {found.name}"
        assert built() == ["double"]
    else:
        assert line.startswith("kidd: interpreted")
        assert built() == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("double.pxd", "cpdef int double(nonsense number)\n"),
        ("double.pxd", 'cdef extern from "missing.h":\n    pass\n'),
        ("double.py", "def double(number: int) -> int:\n    return 2 * number\n\n\nraise OSError('no')\n"),
    ],
    ids=["Cython refuses it", "the C compiler refuses it", "it does not load"],
)
def test_a_build_that_fails_leaves_the_interpreted_modules(project, file, text):
    """What cannot be compiled costs one line; modules compiled earlier do not stay in the way of their sources."""
    Path("src/kidd/rules/double" + EXTENSION_SUFFIXES[0]).touch()
    Path("src/kidd/rules", file).write_text(text)
    (line,) = build()
    assert line.startswith("kidd: interpreted, which is slow: ")
    assert built() == []


@pytest.mark.usefixtures("no_compiler")
def test_a_build_without_a_compiler_leaves_the_interpreted_modules(project, monkeypatch):
    """Where neither the system nor PyPI has a compiler, one line says so."""
    monkeypatch.setenv("KIDD_NO_ZIG", "1")
    assert build() == [
        "kidd: interpreted, which is slow: no working C compiler (CC, cc, gcc or clang) and no ziglang from PyPI"
    ]
    assert built() == []


def test_a_wheel_carries_the_sources_and_the_data(project):
    """Sources, `.pxd`, headers and decks ship with the package; what an earlier build left behind does not."""
    (project / "build" / "lib" / "kidd").mkdir(parents=True)
    (project / "build" / "lib" / "kidd" / "gone.py").touch()
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir=dist", "."]
    subprocess.run(command, capture_output=True, check=True)
    (wheel,) = Path("dist").iterdir()
    names = {name.removeprefix("kidd/") for name in zipfile.ZipFile(wheel).namelist()}
    assert set(FILES) <= names
    assert "gone.py" not in names


def test_zig_is_wanted_only_without_a_compiler(no_compiler, monkeypatch):
    """PyPI's zig stands in for a missing compiler, and KIDD_NO_ZIG=1 declines it."""
    assert compiler.wanted() == [compiler.ZIG]
    monkeypatch.setenv("KIDD_NO_ZIG", "1")
    assert compiler.wanted() == []


def fake(program, status):
    """Write a program that does nothing but end with the given status."""
    program.write_text(f"#!{os.path.realpath(sys.executable)}\nraise SystemExit({status})\n")
    program.chmod(0o755)


def test_a_compiler_that_does_not_compile_is_none(no_compiler):
    """A `cc` on the PATH counts only if it compiles something: the next one is tried."""
    fake(no_compiler / "cc", 1)
    assert compiler.system() is None
    fake(no_compiler / "clang", 0)
    found = compiler.system()
    assert found is not None
    assert found.name == "clang"


def test_cc_names_the_only_compiler_to_try(no_compiler, monkeypatch):
    """Who sets CC means that compiler, with its arguments, and not another one that happens to be there."""
    fake(no_compiler / "cc", 0)
    fake(no_compiler / "mine", 0)
    monkeypatch.setenv("CC", "mine -pipe")
    found = compiler.system()
    assert found is not None
    assert found.command == ("mine", "-pipe")
    monkeypatch.setenv("CC", "nowhere/to-be-found")
    assert compiler.system() is None


def test_a_wheel_of_this_project_leaves_nothing_out(tmp_path, monkeypatch):
    """Every file under src/kidd that git keeps is in the wheel, and from the wheel alone the search finds a move."""
    for name in ("pyproject.toml", "setup.py", "LICENSE", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    clutter = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
    for name in ("building", "src"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=clutter)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CC", "false")  # whether it is compiled does not matter here, and takes its time
    monkeypatch.setenv("KIDD_NO_ZIG", "1")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir=dist", "."]
    subprocess.run(command, capture_output=True, check=True)
    (wheel,) = Path("dist").iterdir()
    kept = {str(file.relative_to("src")) for file in Path("src/kidd").rglob("*") if file.is_file()}
    with zipfile.ZipFile(wheel) as archive:
        assert kept - set(archive.namelist()) == set()
        archive.extractall("installed")
    program = "import kidd; print(kidd.analyse(kidd.start('QM'), nodes=50).lines[0].moves[0])"
    environment = {**os.environ, "PYTHONPATH": "installed"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("@"), done.stderr
