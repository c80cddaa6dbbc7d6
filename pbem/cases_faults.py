"""What is wrong with a case as it is written."""

from __future__ import annotations


class CaseFault(Exception):
    """A case, or a line of one, that can't be read or set up; str() says what to write instead."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line

    def at(self, line: int) -> CaseFault:
        """The same fault, at this line unless its line is known."""
        return CaseFault(str(self), self.line or line)
