import os
import subprocess
import sys

import pytest

import extensions
from kidd import speed


def loaders(**environment):
    """The kinds of loader that a fresh Python uses for the modules with two speeds."""
    names = [extensions.dotted(module) for module in extensions.modules()]
    program = f"import sys, {', '.join(names)}; print({{type(sys.modules[n].__loader__).__name__ for n in {names}}})"
    inherited = {name: value for name, value in os.environ.items() if name != "KIDD_PURE"}
    return subprocess.check_output([sys.executable, "-c", program], env=inherited | environment, text=True).strip()


def test_kidd_pure_hides_the_compiled_modules():
    """With KIDD_PURE=1 every module runs from its source, whatever lies beside it."""
    assert loaders(KIDD_PURE="1") == "{'SourceFileLoader'}"


@pytest.mark.compiled_only
@pytest.mark.parametrize("value", ["", "0"])
def test_compiled_modules_run_unless_kidd_pure_is_set(value):
    """An empty KIDD_PURE, or 0, asks for nothing: every module that can be compiled is."""
    assert loaders(KIDD_PURE=value) == "{'ExtensionFileLoader'}"


def test_compiled_tells_which_speed_runs():
    """`compiled()` agrees with where a rule book really came from."""
    from kidd.rules import loyal_captain

    assert speed.compiled() == (not loyal_captain.__file__.endswith(".py"))


def test_an_interpreted_run_is_one():
    """KIDD_PURE=1 around a test run reaches the rule books."""
    if speed.pure():
        assert not speed.compiled()


def test_modules_of_others_are_none_of_its_business():
    """The finder answers for the package's own modules only."""
    assert speed.Interpreted.find_spec("json.decoder", ["anywhere"]) is None
    assert speed.Interpreted.find_spec("kidd") is None
