"""The text of an HTML letter, line by line, in time linear in its length.

`html.parser` of the Python versions we support is quadratic on unclosed comments and tags (17 seconds for 200 kB of
`<!--`), so the few things a letter needs are scanned for here. Quoted blocks come out as lines with "> " before them,
as in a plain letter: what is done about quotes is decided in one place, for both kinds.

Mail programs that know no `blockquote` mark what they quote by the class or the border of a `div`; those that quote a
whole letter below the answer mark only where it begins.
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
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]
)
_STRUCK = frozenset(["s", "strike", "del"])
_QUOTES = re.compile(
    r"""(?:class|id|name|data-marker)\s*=\s*["']?[^"'>]*(?:\byahoo_quoted|ms-outlook-mobile-reference-message"""
    r"""|\bmoz-forward-container|\bzmail_extra|__QUOTED_TEXT__|\bhs_reply_quote)"""
    r"""|\bname\s*=\s*["']?quote\b|border-left\s*:\s*(?!none|0|medium none)[^;"']*\b(?:solid|dashed|dotted|double)\b""",
    re.IGNORECASE,
)
"""A block all of which is quoted: by its name, or by the bar at its left."""
_FROM_HERE = re.compile(
    r"""\bid\s*=\s*["']?(?:[\w-]*_)?(?:divRplyFwdMsg|OLK_SRC_BODY_SECTION|mail-editor-reference-message-container)\b"""
    r"""|\bclass\s*=\s*["']?[^"'>]*\bOutlookMessageHeader\b"""
    r"""|border\s*:\s*none\s*;\s*border-top\s*:\s*solid\s+#(?:e1e1e1|b5c4df)""",
    re.IGNORECASE,
)
"""Where a whole letter begins that is quoted to the end: Outlook in its several kinds."""
_KEEPS_LINES = re.compile(r"white-space\s*:\s*(?:pre\b|pre-|break-spaces)", re.IGNORECASE)
_HIDDEN = re.compile(r"display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*hidden", re.IGNORECASE)
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


class _Elements:
    """What the open elements do to the lines in them, by their attributes. An element that is never closed ends with
    an outer one of its name, or goes on to the end."""

    def __init__(self, lines: _Lines) -> None:
        self._lines = lines
        self._open: dict[str, int] = {}
        self._effects: dict[str, list[tuple[int, str]]] = {}

    def open(self, name: str, attributes: str) -> None:
        depth = self._open[name] = self._open.get(name, 0) + 1
        if not attributes:
            return
        if name in _BLOCKS and _FROM_HERE.search(attributes):
            self._lines.end_block()
            self._lines.quoted += 1  # to the end
        elif name in _BLOCKS and name != "blockquote" and _QUOTES.search(attributes):
            self._start(name, depth, "quoted")
        if _KEEPS_LINES.search(attributes):
            self._start(name, depth, "pre")

    def close(self, name: str) -> None:
        depth = self._open.get(name, 0)
        if not depth:
            return
        self._open[name] = depth - 1
        effects = self._effects.get(name, [])
        while effects and effects[-1][0] >= depth:
            self._lines.end_block()
            effect = effects.pop()[1]
            setattr(self._lines, effect, max(0, getattr(self._lines, effect) - 1))

    def _start(self, name: str, depth: int, effect: str) -> None:
        self._lines.end_block()
        setattr(self._lines, effect, getattr(self._lines, effect) + 1)
        self._effects.setdefault(name, []).append((depth, effect))


def html_lines(source: str) -> list[str]:
    """The lines a reader of the HTML would see. Never raises."""
    lines = _Lines()
    elements = _Elements(lines)
    blockquotes = 0
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
        if name not in _VOID and not source.endswith("/>", begin, at):
            if closing:
                elements.close(name)
            else:
                attributes = source[match.end() : min(at - 1, match.end() + _LONGEST_ATTRIBUTE)]
                if _HIDDEN.search(attributes) and (close := find(f"</{name}", at, lower)) >= 0:
                    # Where such elements nest, the rest of the outer one is shown: a line too many, none lost.
                    at = close
                    continue
                elements.open(name, attributes)
        if name in _UNSEEN and not closing:
            close = find(f"</{name}", at, lower)
            at = close if close >= 0 else at
        elif name in _STRUCK and not closing:
            lines.text("# ")
        elif name == "br":
            lines.end_line()
        elif name in _BLOCKS:
            lines.end_block()
            step = -1 if closing else 1
            if name == "blockquote":
                if not closing or blockquotes:  # one that was never opened must not end another quote
                    blockquotes += step
                    lines.quoted += step
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
