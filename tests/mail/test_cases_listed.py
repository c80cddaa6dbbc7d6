"""Every one of the 36 kinds of trouble is listed in corpus/README.md, with tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.mail.corpus_room import CORPUS
from tests.mail.test_corpus import rows

TESTS = Path(__file__).parents[1]
CASES = range(1, 37)
_LISTED = re.compile(r"^\| (\d+) \| [^|]+ \| ((?:`[\w/]+\.py::test_\w+`(?:, )?)+) \| [^|]+ \|$", re.MULTILINE)
LISTED = _LISTED.findall((CORPUS / "README.md").read_text("utf-8"))
NAMED = sorted({(case, one) for case, tests in LISTED for one in re.findall(r"`([^`]+)`", tests)})


@pytest.mark.parametrize("case", CASES)
def test_a_case_has_a_letter_or_a_test(case: int) -> None:
    letters = [row for row in rows() if str(case) in row.case.split(", ")]
    assert letters or [one for number, one in NAMED if int(number) == case]


@pytest.mark.parametrize(("case", "named"), NAMED)
def test_a_test_that_is_named_exists(case: str, named: str) -> None:
    file, _, name = named.partition("::")
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_line_of_the_first_table_is_read() -> None:
    text = (CORPUS / "README.md").read_text("utf-8")
    table = text.partition("## Cases that no single letter shows")[2].partition("## Letters")[0]
    assert len([line for line in table.splitlines() if line.startswith("| ")]) - 2 == len(LISTED)
