"""The Python examples of a page under docs/, run one after the other: `python -m tests.pages PAGE [HEADING]`.

A session of its own, so that a name which only some other module has brought in is missing here as it is for a reader.
"""

import doctest
import re
import sys
from pathlib import Path


def blocks(page: str) -> list[str]:
    """The indented blocks of a page, without their indent."""
    found = re.findall(r"(?m)(?:^(?: {4}.*|)\n)+", page)
    return [re.sub(r"(?m)^ {4}", "", block).strip("\n") + "\n" for block in found if block.strip()]


def section(page: str, heading: str) -> str:
    """What stands under a heading, up to the next one."""
    return re.split(r"(?m)^#+ ", page.partition(f"## {heading}\n")[2])[0]


def main(path: str, heading: str = "") -> int:
    """Run the examples and return how many there were; the first that is wrong ends it."""
    page = Path(path).read_text(encoding="utf-8")
    known: dict[str, object] = {"__name__": "page"}
    ran = blocks(section(page, heading) if heading else page)
    for number, block in enumerate(ran, 1):
        name = f"{Path(path).name}, example {number}"
        if block.startswith(">>>"):
            example = doctest.DocTestParser().get_doctest(block, known, name, path, 0)
            if doctest.DocTestRunner().run(example, clear_globs=False).failed:
                sys.exit(name)
            known |= example.globs
        else:
            exec(compile(block, name, "exec"), known)
    return len(ran)


if __name__ == "__main__":
    print(main(*sys.argv[1:]), "examples")
