"""Tagged PDF: reportlab writes no structure, so blocks are marked while drawing and the tree is added afterwards."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from pbem.reports.ink import Pen


@dataclass(slots=True)
class Element:
    """An element of the structure tree; a child is an element or (page, number of the marked content)."""

    kind: str
    alt: str = ""
    header: bool = False
    children: list[Element | tuple[int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Structure:
    """The structure tree while the pages are drawn."""

    root: Element = field(default_factory=lambda: Element("Document"))
    open: list[Element] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)

    def _under(self) -> Element:
        return self.open[-1] if self.open else self.root

    @contextmanager
    def group(self, kind: str) -> Iterator[None]:
        """An element that holds other elements: a table, a row, a list."""
        element = Element(kind)
        self._under().children.append(element)
        self.open.append(element)
        yield
        self.open.pop()

    @contextmanager
    def block(self, pen: Pen, page: int, kind: str, alt: str = "") -> Iterator[None]:
        """An element with marked content of its own."""
        number = self.numbers.get(page, 0)
        self.numbers[page] = number + 1
        self._under().children.append(Element(kind, alt, children=[(page, number)]))
        pen.raw(f"/{kind} <</MCID {number}>> BDC")
        yield
        pen.raw("EMC")


@contextmanager
def artifact(pen: Pen) -> Iterator[None]:
    """What is no content: rules, running heads, feet."""
    pen.raw("/Artifact BMC")
    yield
    pen.raw("EMC")


def _xmp(title: str, author: str, subject: str, language: str) -> bytes:
    title, author, subject = escape(title), escape(author), escape(subject)
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>'
        f"<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>"
        f'<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>'
        f"<dc:language><rdf:Bag><rdf:li>{escape(language)}</rdf:li></rdf:Bag></dc:language>"
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>'
    ).encode()


def finish(raw: bytes, structure: Structure, *, title: str, author: str, subject: str, language: str) -> bytes:
    """The PDF with its structure tree, language and metadata. Equal input gives equal bytes."""
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        pages = [page.obj for page in pdf.pages]
        root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        parents: dict[int, dict[int, pikepdf.Object]] = {n: {} for n in range(len(pages))}
        root.K = Array([_build(pdf, structure.root, root, pages, parents)])
        flat: list[pikepdf.Object | int] = []
        for number, page in enumerate(pages):
            page.StructParents = number
            page.Tabs = Name.S
            order = parents[number]
            flat += [number, pdf.make_indirect(Array([order[n] for n in range(len(order))]))]
        root.ParentTree = pdf.make_indirect(Dictionary(Nums=Array(flat)))
        root.ParentTreeNextKey = len(pages)
        catalog = pdf.Root
        catalog.StructTreeRoot = root
        catalog.MarkInfo = Dictionary(Marked=True)
        catalog.Lang = String(language)
        catalog.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        catalog.Metadata = pdf.make_stream(
            _xmp(title, author, subject, language), Dictionary(Type=Name.Metadata, Subtype=Name.XML)
        )
        out = io.BytesIO()
        pdf.save(
            out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=False
        )
        return out.getvalue()


def _build(
    pdf: pikepdf.Pdf,
    element: Element,
    parent: pikepdf.Object,
    pages: Sequence[pikepdf.Object],
    parents: dict[int, dict[int, pikepdf.Object]],
) -> pikepdf.Object:
    made = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name("/" + element.kind), P=parent))
    if element.alt:
        made.Alt = String(element.alt)
    if element.kind == "TH":
        made.A = Dictionary(O=Name.Table, Scope=Name.Column)
    kids: list[pikepdf.Object | int] = []
    for child in element.children:
        if isinstance(child, Element):
            kids.append(_build(pdf, child, made, pages, parents))
        else:
            page, number = child
            made.Pg = pages[page]
            parents[page][number] = made
            kids.append(number)
    made.K = Array(kids) if len(kids) != 1 else kids[0]
    return made
