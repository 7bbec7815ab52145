"""What every test run says and insists on: its speed, and no skipped test where CI is set."""

import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from kidd import speed

pytest.register_assert_rewrite(*(f"tests.{name}" for name in ("books", "matches", "shell", "terminal.keyboard")))

os.environ["LC_ALL"] = "C.UTF-8"  # English, whatever the system speaks
ONCE = {"browser", "table", "terminal", "web"}
LITTER = 50_000  # objects after which Python looks for rings of them: its usual 700 cost a twelfth of a whole run
ON_CI = os.environ.get("CI", "") not in {"", "0", "false"}

# No deadlines: the interpreted modules are slow. On CI the same examples every time: a red build means this change.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if ON_CI else "here")


def pytest_configure() -> None:
    """Hear Ctrl-C even as a shell's job in the background, which ignores it from birth: some tests send it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(LITTER, *gc.get_threshold()[1:])


def pytest_report_header() -> str:
    """Say which speed is tested, and whether what was compiled is older than its sources."""
    if not speed.compiled():
        return "kidd: interpreted"
    package = Path(speed.__file__).parent
    built = min(path.stat().st_mtime for path in package.rglob("*.so"))
    sources = [path for path in package.rglob("*") if path.suffix in {".pxd", ".h"}]
    sources += [path.with_suffix(".py") for path in sources if path.with_suffix(".py").exists()]
    stale = any(path.stat().st_mtime > built for path in sources)
    return "kidd: compiled" + (", but OLDER THAN ITS SOURCES: run scripts/venv" if stale else "")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Do not even import for an interpreted run what it would leave out."""
    return True if speed.pure() and collection_path.is_dir() and _stands_above(collection_path) else None


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over thousands of tests and what they import: they stay until the end."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of an interpreted run what it cannot or need not show; try again what had to wait for others."""
    for item in items:
        if _is_once(item):  # servers, browsers, databases and computers, all on the same few cores
            item.add_marker(pytest.mark.flaky(reruns=1))
    if speed.pure():
        left_out = [item for item in items if _is_once(item) or item.get_closest_marker("compiled_only")]
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)
    elif not speed.compiled():
        for item in items:
            if item.get_closest_marker("compiled_only"):
                item.add_marker(pytest.mark.skip(reason="there are no compiled modules here"))


def _is_once(item: pytest.Item) -> bool:
    """Whether one run is enough: for a test that is marked so, and for all that stands above the rule books."""
    return bool(item.get_closest_marker("once")) or _stands_above(item.path)


def _stands_above(path: Path) -> bool:
    """Whether what is there stands above the rule books."""
    return bool(ONCE & set(path.relative_to(Path(__file__).parent).parts))


def fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure on CI, where everything a test needs is there."""
    if ON_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which fails on CI: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Look at a test's report."""
    report = yield
    fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Look at a module's report: a module may skip itself whole."""
    report = yield
    fail_if_skipped(report)
    return report
