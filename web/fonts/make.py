"""Makes the fonts of the page and of pictures out of open ones, and prints the rules of css/fonts.css that follow from their metrics.
README.md says where they come from."""

import json
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
# The letters of pictures, which the program has inside it.
PICTURES = "../../crates/picture/fonts/quinta-bold.ttf"
ASCII = set(range(0x20, 0x7F))
# Signs that the page draws itself, beside those of its texts.
SIGNS = {ord(c) for c in "\u00a0\u2011·×−–—…•●‹›«»“”„‚‘’←↑→↓€§°"}
# Letters of names that the four languages do not have: Latin-1, Latin Extended-A and the Romanian four.
NAMES = set(range(0xA1, 0x180)) | {0x218, 0x219, 0x21A, 0x21B}
# Fonts that machines have instead: shown until ours are there, and where they cannot be.
FALLBACKS = {
    "Regular": {"DejaVu Sans": "DejaVuSans", "Arial": "LiberationSans-Regular", "Roboto": "Roboto-Regular"},
    "Bold": {"DejaVu Sans Bold": "DejaVuSans-Bold", "Arial Bold": "LiberationSans-Bold", "Roboto Bold": "Roboto-Bold"},
}


def texts():
    """Returns every text of every language."""
    for path in sorted((HERE / "../../locales").glob("*.json")):
        for value in json.loads(path.read_text()).values():
            yield from value.values() if isinstance(value, dict) else [value]


def rename(font, family, style):
    """Gives a changed font a name of its own, as its licence asks, and keeps whose work it is."""
    names = font["name"]
    names.names = [n for n in names.names if n.nameID in (0, 13, 14)]
    full = f"{family} {style}"
    for number, text in {1: family, 2: style, 3: full, 4: full, 6: full.replace(" ", "")}.items():
        names.setName(text, number, 3, 1, 0x409)


def write(source, target, family, style, characters):
    """Writes the part of a font that draws these characters, as TrueType or packed as WOFF2 by the name of the target."""
    flavor = "woff2" if target.endswith(".woff2") else None
    options = subset.Options(flavor=flavor, hinting=False, layout_features=["kern"], name_IDs=["*"], notdef_outline=True)
    font = subset.load_font(source, options)
    for table in font["cmap"].tables:
        # The no-break space and hyphen look like the usual ones.
        for same, usual in ((0xA0, 0x20), (0x2011, 0x2D)):
            if usual in table.cmap:
                table.cmap.setdefault(same, table.cmap[usual])
    rename(font, family, style)
    part = subset.Subsetter(options)
    part.populate(unicodes=characters)
    part.subset(font)
    subset.save_font(font, HERE / target, options)
    print(f"{target}: {len(font.getBestCmap())} characters, {(HERE / target).stat().st_size} bytes")
    return set(font.getBestCmap())


def width(font, text):
    """Returns how wide a text is on average, in ems a character."""
    cmap, widths, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    known = [ord(c) for c in text if ord(c) in cmap]
    return sum(widths[cmap[c]][0] for c in known) / len(known) / em


def ranges(characters):
    """Returns characters as a unicode-range."""
    runs = []
    for c in sorted(characters):
        if runs and runs[-1][1] == c - 1:
            runs[-1][1] = c
        else:
            runs.append([c, c])
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in runs)


def main(carlito, garamond, others):
    said = "".join(texts())
    base = ASCII | SIGNS | {ord(c) for c in said if ord(c) >= 0x20}
    for style, file in (("Regular", "text"), ("Bold", "bold")):
        source = f"{carlito}/Carlito-{style}.ttf"
        write(source, f"{file}.woff2", "Quinta", style, base)
        more = write(source, f"{file}-names.woff2", "Quinta", style, NAMES - base)
    write(f"{carlito}/Carlito-Bold.ttf", PICTURES, "Quinta", "Bold", base | NAMES)
    write(f"{garamond}/eb-garamond-latin-600-italic.woff2", "name.woff2", "Quinta Name", "Italic", {ord(c) for c in "Quinta"})
    print(f"unicode-range of -names: {ranges(more)}")
    for style, fallbacks in FALLBACKS.items():
        ours = TTFont(f"{carlito}/Carlito-{style}.ttf")
        em, line = ours["head"].unitsPerEm, ours["hhea"]
        for name, file in fallbacks.items():
            scale = width(ours, said) / width(TTFont(next(Path(others).rglob(f"{file}.ttf"))), said)
            print(f"{name}: size-adjust: {scale:.1%}; ascent-override: {line.ascent / em / scale:.1%}; "
                  f"descent-override: {-line.descent / em / scale:.1%}; line-gap-override: {line.lineGap / em / scale:.1%}")


if __name__ == "__main__":
    main(*sys.argv[1:])
