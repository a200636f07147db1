#!/usr/bin/env python3
"""Makes the `.gz` files beside this one, which the program carries: one bold font of Noto for each script, cut down to its characters and
to what its letters need to join, stack and change places. Nothing of a build needs this; run it to change what the fonts have.

    apt-get download fonts-noto-core=20201225-1 fonts-noto-cjk=1:20220127+repack1-1
    for package in *.deb; do dpkg-deb -x "$package" noto; done
    pip install fonttools==4.68.0
    render/assets/fonts/make.py noto/usr/share/fonts

Coordinates are rounded to 1/250 of the size, in Han to 1/160: names are 31 pixels high at most, and rounded ones take a third less room.
"""

import gzip
import io
import sys
from pathlib import Path

from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

# Blocks of Unicode, compare `render/src/raster/text/carried.rs`.
BLOCKS = {
    "Devanagari": [(0x0900, 0x097F), (0xA8E0, 0xA8FF)],
    "Bengali": [(0x0980, 0x09FF)],
    "Gurmukhi": [(0x0A00, 0x0A7F)],
    "Gujarati": [(0x0A80, 0x0AFF)],
    "Oriya": [(0x0B00, 0x0B7F)],
    "Tamil": [(0x0B80, 0x0BFF)],
    "Telugu": [(0x0C00, 0x0C7F)],
    "Kannada": [(0x0C80, 0x0CFF)],
    "Malayalam": [(0x0D00, 0x0D7F)],
    "Sinhala": [(0x0D80, 0x0DFF)],
    "Thai": [(0x0E00, 0x0E7F)],
    "Lao": [(0x0E80, 0x0EFF)],
    "Myanmar": [(0x1000, 0x109F), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F)],
    "Ethiopic": [(0x1200, 0x139F), (0x2D80, 0x2DDF), (0xAB00, 0xAB2F)],
    "Khmer": [(0x1780, 0x17FF), (0x19E0, 0x19FF)],
}
# What names in all of these are written with: a space, two joiners, the circle below a mark without a letter, two bars.
SHARED = {0x20, 0x200C, 0x200D, 0x25CC, 0x0964, 0x0965}
KANA = {*range(0x3000, 0x3020), *range(0x3040, 0x3100), *range(0x31F0, 0x3200)}
# Of family names and given names, but in none of the tables below.
IN_NAMES = (
    "谌璐亓阙阚褚昝邝鄢窦倩缪邬芮逯邰蔺冼栾嵇滕裘佘郜仝佟鑫闵婷妍龎霏龔鄔鄞妤玥鈺蓁瑋顏苡彥聶綉麒麟懿婕娜娅媛嫣妮姣娴婵嫒琪琳瑾瑶瑜璇璟珏珺珂琦琰琛瑄"
    "瑛瑗昊昕晟晖曦煜烨焱焕炜炫熠熹淼滢漪沁淇泓湛溥濂潇潞汶沅沣泸洛浔渝渭濮韬翊翌羿骁骞骏铠钰铮锴镕铄锟钊钦铎铉岚峥嵘嵩巍崴皓睿瞿荻荀荃苒茜茵茗莎莺莹菁萱蔚薇蕾蕊蓓芸芷"
    "芊苓邢郝郅郗郁邵邸鄂祁祺禧禛祯稷穆瓒甄怡恺悦惠愫忻悰恬恒仡伲侃俪俊倪倬偲傅僖冉冯凃凇凌刈劭劼卞厍叶吴呙喆奕奚宓宸宥寰尧尹岑弋彧彬戎戚晁晏晔暄暘曲朔杞杭枫柏柯栩桐桢梓"
    "楠楷楚榕槿樊樾殷毓笙筠筱箐綦绮绯缇缪翀翟翥翰聪胤胥臧舜艾莒葛蒯蒋蒲薛虞裴覃訾詹贲贾赟赵轩辛辜辰迦逄逸遥邓邹郇酆钟闫闻阎阮陆雒雯霁霍靖鞠韦韩韶顼颖飒饶馥骆鲍鲁麴黛龚"
    "凜凪颯苺翠櫂樹絢珈茉葵莉楓椛碧澪渚霞橙翼聖旺蓮颯彗玖瑠莞稟諄遼燎"
)


def characters(codec, first, last, cells=range(0xA1, 0xFF)):
    """Those of the rows of a table with two bytes for each."""
    pairs = (bytes([row, cell]) for row in range(first, last + 1) for cell in cells)
    return {ord(text) for text in (pair.decode(codec, "ignore") for pair in pairs) if len(text) == 1}


def han():
    """The common characters of Japan (JIS X 0208, level 1), of China (GB 2312, level 1) and of Taiwan (Big5, level 1), and those of names."""
    japan = characters("euc_jp", 0xB0, 0xCF)
    china = characters("gb2312", 0xB0, 0xD7)
    taiwan = characters("big5", 0xA4, 0xC6, [*range(0x40, 0x7F), *range(0xA1, 0xFF)])
    all_of_them = japan | china | taiwan | {ord(c) for c in IN_NAMES}
    return {code for code in all_of_them if 0x4E00 <= code <= 0x9FFF}


def cut(path, number, codes, **layout):
    """The font with these characters alone, and what is drawn in place of several of them."""
    options = Options(**layout, hinting=False, desubroutinize=True, notdef_outline=False, legacy_cmap=False, glyph_names=False, name_IDs=[])
    options.drop_tables += ["BASE", "DSIG", "OS/2", "STAT", "VORG", "name", "post", "vhea", "vmtx"]
    font = TTFont(path, fontNumber=number)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    return reopened(font)


def reopened(font):
    file = io.BytesIO()
    font.save(file)
    return TTFont(file)


def rounded(font, units):
    """The font with so many units for its size. `scale_upem` rounds each step of a CFF outline, and contours would not close: those are
    drawn anew, and each point is rounded."""
    factor = units / font["head"].unitsPerEm
    glyphs, outlines = font.getGlyphSet(), {}
    if "CFF " in font:
        for name in font.getGlyphOrder():
            outlines[name] = T2CharStringPen(None, glyphs)
            glyphs[name].draw(TransformPen(outlines[name], (factor, 0, 0, factor, 0, 0)))
    scale_upem(font, units)
    for name, pen in outlines.items():
        old = font["CFF "].cff[0].CharStrings[name]
        old.program = pen.getCharString(old.private, old.globalSubrs).program
        old.bytecode = None
    return reopened(font)


def write(name, font):
    # Without the time at which the font was changed, the same fonts give the same files.
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    file = io.BytesIO()
    font.save(file)
    packed = gzip.compress(file.getvalue(), 9, mtime=0)
    Path(__file__).with_name(f"{name.lower()}.gz").write_bytes(packed)
    characters_in_it, glyphs = len(font.getBestCmap()), font["maxp"].numGlyphs
    print(f"{name}: {characters_in_it} characters, {glyphs} glyphs, {len(file.getvalue())} bytes, packed {len(packed)}", flush=True)
    return len(packed)


def main(folder):
    total = 0
    for name, blocks in BLOCKS.items():
        codes = SHARED.union(*(range(first, last + 1) for first, last in blocks))
        font = cut(folder / f"truetype/noto/NotoSans{name}-Bold.ttf", -1, codes)
        total += write(name, rounded(font, 250))
    # The first font of this file has the shapes of Japan, the second those of Korea.
    east = folder / "opentype/noto/NotoSansCJK-Bold.ttc"
    for name, number, codes, units in [
        ("Kana", 0, KANA, 250),
        ("Hangul", 1, characters("euc_kr", 0xB0, 0xC8), 250),
        ("Han", 0, han(), 160),
    ]:
        # Their letters stand one after the other; the shapes of other countries and of columns would double the files.
        total += write(name, rounded(cut(east, number, codes, layout_features=[]), units))
    print(f"all: {total} bytes")


main(Path(sys.argv[1]))
