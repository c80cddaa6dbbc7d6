"""The text of an HTML letter, line by line, in time linear in its length.

`html.parser` of the Python versions we support is quadratic on unclosed comments and tags (17 seconds for 200 kB of
`<!--`), so the few things a letter needs are scanned for here. Quoted blocks come out as lines with "> " before them,
as in a plain letter: what is done about quotes is decided in one place, for both kinds.
"""

from __future__ import annotations

import html
import re

_BLOCK_NAMES = (
    "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header "
    "hr html li main nav ol p pre section table tbody td tfoot th thead tr ul"
)
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_UNSEEN = frozenset(["script", "style", "title", "template", "textarea", "select"])
_TAG = re.compile(r"(/?)([a-zA-Z][a-zA-Z0-9:_-]{0,40})")
_SPACE = re.compile(r"[ \t\n\r\f]+")
_DEEPEST_MARK = 10
_LONGEST_ATTRIBUTE = 4000


class _Lines:
    """Collects text into lines; white space is collapsed as a browser does it."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.quoted = 0
        self.pre = 0
        self._line: list[str] = []

    def text(self, data: str) -> None:
        data = html.unescape(data) if "&" in data else data
        if not self.pre:
            self._line.append(_SPACE.sub(" ", data))
            return
        first, *others = data.replace("\r\n", "\n").split("\n")
        self._line.append(first)
        for other in others:
            self.end_line()
            self._line.append(other)

    def end_line(self) -> None:
        """What `<br>` does: also an empty line counts."""
        line = "".join(self._line)
        line = line.rstrip(" ") if self.pre else re.sub(" {2,}", " ", line).strip(" ")
        mark = ">" * min(self.quoted, _DEEPEST_MARK)
        self.done.append(f"{mark} {line}".rstrip(" ") if mark else line)
        self._line.clear()

    def end_block(self) -> None:
        """What the edge of a block does: nothing when the line is empty."""
        if any(part.strip(" ") for part in self._line):
            self.end_line()
        else:
            self._line.clear()


def html_lines(source: str) -> list[str]:
    """The lines a reader of the HTML would see. Never raises."""
    lines = _Lines()
    at, size = 0, len(source)
    # Where something was looked for in vain: looking again from every later place would be quadratic.
    missing: set[str] = set()
    lower = source.lower() if len(source.lower()) == size else source

    def find(what: str, begin: int, where: str) -> int:
        if what in missing:
            return -1
        found = where.find(what, begin)
        if found < 0:
            missing.add(what)
        return found

    while at < size:
        begin = source.find("<", at)
        if begin < 0:
            lines.text(source[at:])
            break
        if begin > at:
            lines.text(source[at:begin])
        at = begin
        if source.startswith("<!--", at):
            end = find("-->", at + 4, source)
            at = end + 3 if end >= 0 else at + 4
            continue
        match = _TAG.match(source, at + 1)
        if match is None and source[at + 1 : at + 2] not in ("!", "?", "/"):
            lines.text("<")
            at += 1
            continue
        end = find(">", at, source)
        if end < 0:
            lines.text(source[at : at + 1])
            at += 1
            continue
        if match is None:
            at = end + 1
            continue
        at = _end_of_tag(source, at, end) + 1
        closing, name = bool(match[1]), match[2].lower()
        if name in _UNSEEN and not closing:
            close = find(f"</{name}", at, lower)
            at = close if close >= 0 else at
        elif name == "br":
            lines.end_line()
        elif name in _BLOCKS:
            lines.end_block()
            step = -1 if closing else 1
            if name == "blockquote":
                lines.quoted = max(0, lines.quoted + step)
            elif name == "pre":
                lines.pre = max(0, lines.pre + step)
    lines.end_block()
    return lines.done


def _end_of_tag(source: str, begin: int, end: int) -> int:
    """The `>` that ends the tag: the first, or a later one when the first stands in an attribute's quotes."""
    if end - begin <= _LONGEST_ATTRIBUTE and source.count('"', begin, end) % 2:
        later = source.find('"', end, end + _LONGEST_ATTRIBUTE)
        if later >= 0:
            last = source.find(">", later, later + _LONGEST_ATTRIBUTE)
            if last >= 0:
                return last
    return end
