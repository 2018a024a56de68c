/// Documents with all of SVG 1.1's text features.
extension SVGSamples {
  /// The content of each, by what it shows.
  static let textDocuments: [(name: String, content: String)] = [
    ("fonts", fonts), ("spaces", spaces), ("places of glyphs", glyphPlaces),
    ("text on a path", textOnPath), ("spans", spans), ("directions", directions),
    ("baselines", baselines), ("decorations", decorations), ("painted text", paintedText),
    ("scripts of the world", scripts), ("links and references", references),
  ]

  private static let fonts = ##"""
    <g font-size="11"><text x="2" y="12" font-family="monospace">mono</text><text x="40" y="12"
    font-family="'No such font', serif" font-style="italic">italic</text><text x="2" y="28"
    font="bold 12px sans-serif">short</text><text x="50" y="28"
    font-variant="small-caps">Caps</text><text x="2" y="44" font-weight="300"
    font-stretch="condensed">light</text><text x="40" y="44"
    font-weight="900">black</text><text x="2" y="60" font-size="x-large">x</text><text x="20"
    y="60" font-size="150%">y</text><text x="40" y="60" font-size="2ex">ex</text><text x="60"
    y="60" font-size="3mm">mm</text><text x="2" y="76" style="font-family: DejaVu Sans; font-size:
    .8em" font-size-adjust="0.5">names</text><text x="50" y="76" font-style="oblique">o</text></g>
    """##

  private static let spaces = ##"""
    <g font-size="10"><text x="2" y="12">  a   b
      c  </text><text x="2" y="28" xml:space="preserve">  a   b
    c  </text><text x="2" y="44">a <tspan> b </tspan> c</text><text x="2" y="60"
    style="white-space: pre">  d  e </text><text x="2" y="74" word-spacing="5"
    letter-spacing="1">f g </text><text x="50" y="74" letter-spacing="-1">narrow</text></g>
    """##

  private static let glyphPlaces = ##"""
    <g font-size="10"><text x="5 20 30 50" y="10 15">abcde</text><text x="5" y="30" dx="0 3 3"
    dy="0 2 -2">shift</text><text x="50" y="30" rotate="10 20 -30">turned</text><text x="5" y="50"
    textLength="60">longer</text><text x="5" y="65" textLength="30"
    lengthAdjust="spacingAndGlyphs">squeezed text</text><text x="50%" y="80%" dx="1em">%</text><text
    x="70" y="60"><tspan x="70" y="65">a</tspan><tspan x="80" dy="5">b</tspan></text></g>
    """##

  private static let textOnPath = ##"""
    <defs><path id="p" d="M10 60Q50 0 90 60"/></defs><text font-size="10"><textPath xlink:href="#p"
    startOffset="20%" method="align" spacing="exact">along the curve</textPath></text><use
    xlink:href="#p" fill="none" stroke="red"/><text x="5" y="75" font-size="8">before<textPath
    xlink:href="#none">none</textPath>after</text>
    """##

  private static let spans = ##"""
    <text x="5" y="15" font-size="10" fill="#222">one <tspan fill="red" font-weight="bold">two
    <tspan font-style="italic" dy="4">three</tspan></tspan> four</text><text x="50" y="35"
    text-anchor="middle" font-size="10">mid<tspan x="50" dy="12">second</tspan><tspan x="50"
    dy="12" text-anchor="end">third</tspan></text><text x="90" y="75" text-anchor="end"
    font-size="9"><tspan>a</tspan><tspan dx="4">b</tspan></text><tspan x="5" y="60">alone</tspan>
    """##

  private static let directions = ##"""
    <g font-size="11"><text x="95" y="14" direction="rtl">right</text><text x="5" y="30"
    direction="rtl" unicode-bidi="bidi-override">turned</text><text x="5" y="46">a
    &#x5D0;&#x5D1;&#x5D2; b</text><text x="95" y="62" direction="rtl"
    text-anchor="start">&#x5E9;&#x5DC;&#x5D5;&#x5DD; 12</text><text x="70" y="40" writing-mode="tb"
    glyph-orientation-vertical="0">down</text><text
    x="5" y="76" unicode-bidi="embed" direction="ltr">l &#x627;&#x628; r</text></g>
    """##

  private static let baselines = ##"""
    <g font-size="10"><path d="M0 20h100M0 50h100" stroke="red" stroke-width=".5"/><text x="5"
    y="20">a<tspan baseline-shift="super">s</tspan><tspan baseline-shift="sub">u</tspan><tspan
    baseline-shift="30%">p</tspan><tspan baseline-shift="-3">m</tspan><tspan
    baseline-shift="baseline">b</tspan></text><text x="5" y="50"
    dominant-baseline="middle">mid</text><text x="30" y="50"
    dominant-baseline="hanging">hang</text><text x="60" y="50"
    alignment-baseline="text-before-edge">edge</text><text x="5" y="70"><tspan
    baseline-shift="super" font-size="7">1<tspan baseline-shift="super">2</tspan></tspan></text></g>
    """##

  private static let decorations = ##"""
    <g font-size="12"><text x="5" y="15" text-decoration="underline">under</text><text x="50" y="15"
    text-decoration="line-through">through</text><text x="5" y="35" text-decoration="overline">over
    </text><text x="50" y="35" text-decoration="underline overline">both</text><g
    text-decoration="underline" fill="red"><text x="5" y="55" fill="blue">inherited</text></g><text
    x="5" y="75">a<tspan text-decoration="underline">b</tspan>c</text></g>
    """##

  private static let paintedText = ##"""
    <linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/>
    </linearGradient><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect
    width="2" height="2"/></pattern><clipPath id="c"><text x="50" y="40"
    font-size="24">clip</text></clipPath><mask id="m"><text x="5" y="75" font-size="20"
    fill="white">mask</text></mask><text x="2" y="18" font-size="20" fill="url(#g)">Light</text>
    <text x="55" y="18" font-size="20" fill="url(#p)">Grid</text><text x="2" y="45" font-size="22"
    fill="none" stroke="url(#g)" stroke-width="1.5" stroke-linejoin="round">Line</text><rect x="50"
    y="20" width="50" height="30" fill="teal" clip-path="url(#c)"/><rect y="55" width="60"
    height="25" fill="purple" mask="url(#m)"/><text x="65" y="72" font-size="16" fill="gold"
    stroke="black" stroke-width="2" paint-order="stroke" opacity=".7">Po</text>
    """##

  private static let scripts = ##"""
    <g font-size="11"><text x="2" y="14">Größe ﬁ Ångström</text><text x="2" y="30">Привет
    Ελληνικά</text><text x="2" y="46">e&#x301; n&#x303; a&#x308;&#x323;</text><text x="2"
    y="62">→ ∑ √ ½ €</text></g>
    """##

  /// Private-use characters, a script that hardly any font has, and a noncharacter.
  static let missingGlyphs = ##"""
    <g font-size="16"><text x="2" y="20">a&#xE123;b</text><text x="2" y="45">&#x12000;&#x16800;
    </text><text x="2" y="70" stroke="red" stroke-width=".4">&#xFFFE0;漢字&#x10FFFD;</text></g>
    """##

  private static let references = ##"""
    <defs><text id="t">referred</text></defs><text x="5" y="15" font-size="10">a <tref
    xlink:href="#t"/> b</text><text x="5" y="35" font-size="10"><a xlink:href="x">link</a>
    <a><tspan fill="red">s</tspan></a></text><use xlink:href="#t" x="5" y="55" font-size="9"/><text
    x="5" y="75" font-size="9">t<title>no</title><desc>no</desc>ext<rect width="9"
    height="9"/></text>
    """##
}
