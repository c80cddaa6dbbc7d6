"""Derive the small fonts of the reports from Vollkorn and DejaVu Sans Mono.

reportlab knows no OpenType features, so each derived file has one feature written into its character map: small caps,
lining or tabular figures. The results are in the repository; run this only to make them again:

    apt-get install fonts-vollkorn fonts-dejavu-core && pip install fonttools
    python deploy/make_fonts.py /usr/share/fonts/truetype templates/fonts

The same sources give the same bytes. Licences: `templates/fonts/LICENSE-*.txt`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

# derived name -> (source, features in the order in which they are applied)
FONTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Text-Regular": ("vollkorn/Vollkorn-Regular.ttf", ()),
    "Text-Italic": ("vollkorn/Vollkorn-Italic.ttf", ()),
    "Text-SemiBold": ("vollkorn/Vollkorn-SemiBold.ttf", ()),
    "Text-Bold": ("vollkorn/Vollkorn-Bold.ttf", ()),
    "Text-SemiBoldItalic": ("vollkorn/Vollkorn-SemiBoldItalic.ttf", ()),
    "Caps-Regular": ("vollkorn/Vollkorn-Regular.ttf", ("smcp",)),
    "Caps-SemiBold": ("vollkorn/Vollkorn-SemiBold.ttf", ("smcp",)),
    "Tabular-Regular": ("vollkorn/Vollkorn-Regular.ttf", ("lnum", "tnum")),
    "Tabular-SemiBold": ("vollkorn/Vollkorn-SemiBold.ttf", ("lnum", "tnum")),
    "Tabular-Italic": ("vollkorn/Vollkorn-Italic.ttf", ("lnum", "tnum")),
    "Lining-SemiBold": ("vollkorn/Vollkorn-SemiBold.ttf", ("lnum",)),
    "Lining-Bold": ("vollkorn/Vollkorn-Bold.ttf", ("lnum",)),
    "Mono-Regular": ("dejavu/DejaVuSansMono.ttf", ()),
    "Mono-Bold": ("dejavu/DejaVuSansMono-Bold.ttf", ()),
}

RANGES = [
    (0x0020, 0x007E),  # Basic Latin
    (0x00A0, 0x024F),  # Latin-1 and Latin Extended A and B
    (0x0370, 0x03FF),  # Greek
    (0x0400, 0x052F),  # Cyrillic
    (0x1E80, 0x1EF9),  # Welsh, Vietnamese
    (0x2010, 0x2044),  # dashes, quotes, ellipsis, fraction slash
    (0x20A0, 0x20BF),  # currencies
    (0x2150, 0x215E),  # fractions
    (0x2190, 0x2199),  # arrows
    (0x2212, 0x2212),  # minus
    (0x2260, 0x2265),  # comparisons
    (0x25A0, 0x25CF),  # boxes and dots
    (0xFFFD, 0xFFFD),  # what stands for a character that no font has
]


def wanted() -> set[int]:
    return {code for first, last in RANGES for code in range(first, last + 1)}


def substitutions(font: TTFont, features: tuple[str, ...]) -> list[dict[str, str]]:
    """The single substitutions of these features, in the order of the font's lookups."""
    if not features:
        return []
    table = font["GSUB"].table
    numbers = sorted(
        {
            number
            for record in table.FeatureList.FeatureRecord
            if record.FeatureTag in features
            for number in record.Feature.LookupListIndex
        }
    )
    found: list[dict[str, str]] = []
    for number in numbers:
        mapping: dict[str, str] = {}
        for subtable in table.LookupList.Lookup[number].SubTable:
            inner = getattr(subtable, "ExtSubTable", subtable)
            if inner.LookupType == 1:
                mapping.update(inner.mapping)
        found.append(mapping)
    return found


def derive(source: Path, target: Path, name: str, features: tuple[str, ...]) -> None:
    font = TTFont(source, recalcTimestamp=False)
    cmap: dict[int, str] = dict(font.getBestCmap())
    for mapping in substitutions(font, features):
        cmap = {code: mapping.get(glyph, glyph) for code, glyph in cmap.items()}
    keep = {code: glyph for code, glyph in cmap.items() if code in wanted()}
    for table in font["cmap"].tables:
        if table.isUnicode() and table.format in (4, 12):
            table.cmap = dict(keep)
    font["cmap"].tables = [t for t in font["cmap"].tables if t.isUnicode() and t.format == 4]
    for tag in ("GSUB", "GPOS", "GDEF", "kern", "DSIG", "FFTM"):
        if tag in font:
            del font[tag]
    options = Options()
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["meta", "gasp", "prep", "fpgm", "cvt "]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=set(keep))
    subsetter.subset(font)
    family, style = name.split("-")
    spoken = f"Judge {family}"
    for record in font["name"].names:
        new = {1: spoken, 2: style, 3: f"Judge{name}", 4: f"{spoken} {style}", 6: f"Judge{name}"}.get(record.nameID)
        if new is not None:
            record.string = new
    font.save(target, reorderTables=True)


def main(sources: Path, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for name, (source, features) in FONTS.items():
        path = target / f"{name}.ttf"
        derive(sources / source, path, name, features)
        print(f"{path.name} {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("Usage: python deploy/make_fonts.py DIRECTORY_OF_TRUETYPE_FONTS templates/fonts")
    main(Path(sys.argv[1]), Path(sys.argv[2]))
