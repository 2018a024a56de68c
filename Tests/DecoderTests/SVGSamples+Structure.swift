/// Documents with what joins shapes: the elements and properties in SVG 1.1's index that are
/// neither text nor filters, and librsvg's additions.
extension SVGSamples {
  /// The content of each, by what it shows.
  static let structureDocuments: [(name: String, content: String)] = [
    ("path commands", pathCommands), ("transforms", transforms), ("colours", colours),
    ("gradients of all kinds", allGradients), ("patterns of all kinds", allPatterns),
    ("markers of all kinds", allMarkers), ("clips of all kinds", allClips),
    ("masks of all kinds", allMasks), ("view boxes", viewBoxes), ("uses of all kinds", allUses),
    ("visibility", visibility), ("conditions", conditions), ("what is not drawn", undrawn),
    ("selectors of all kinds", allSelectors), ("rules", rules), ("entities", entities),
    ("hints", hints), ("pictures", pictures), ("inheritance", inheritance),
    ("odd shapes", oddShapes),
    ("paint servers that fail", failingPaints),
  ]

  private static let pathCommands = ##"""
    <g fill="none" stroke="black"><path d="M5,5L20,5 20,15z m20,0 15,0 0,10-15,0z"/>
    <path d="M50 5H70V15h-10v5H50Z"/><path d="M75 5C80 0 85 20 95 5S90 25 75 20"/>
    <path d="m5 25c5-5 10 5 15 0s5 10 10 5"/><path d="M40 25Q50 35 60 25T80 25"/>
    <path d="m5 45q5-10 10 0t10 0"/><path d="M35 45A10 6 20 0 1 55 45 10 6 20 1 0 75 45"/>
    <path d="M80 40a5 5 0 1110 0 5 5 0 01-10 0z"/><path d="M5 60l10.5.5.5-10e0 1E1 5zM30 60h0"/>
    <path d="M40 60h20l-20 15" stroke-linejoin="round"/><path d="M70 60zl10 10z"/></g>
    """##

  private static let transforms = ##"""
    <g fill="#469"><rect width="10" height="8" transform="translate(5)"/><rect width="10" height="8"
    transform="translate(20,5) rotate(30)"/><rect x="40" y="5" width="10" height="8"
    transform="rotate(45,45,9)"/><rect width="10" height="8" transform="matrix(1 .2 -.3 1.2 65 5)"/>
    <rect x="80" width="10" height="8" transform="skewY(10)"/><rect x="5" y="30" width="10"
    height="8" transform="skewX(-20),scale(1.5 .8)"/><rect x="10" y="30" width="10" height="8"
    transform="scale(2)"/><rect width="10" height="8" style="transform: translate(60px, 40px)
    rotate(20deg) scale(1.5, 1)"/><rect width="9" height="9" transform="scale(-1,1)
    translate(-95,55)"/><rect width="9" height="9" transform="translate(5 65) bad(3)"/><rect
    width="10" height="9" transform="scale(0)"/></g>
    """##

  private static let colours = ##"""
    <rect width="20" height="20" fill="#f80"/><rect x="20" width="20" height="20" fill="#2040F0"/>
    <rect x="40" width="20" height="20" fill="rgb(10%, 90%, 40%)"/><rect x="60" width="20"
    height="20" fill="RGB(200 , 10,60)"/><rect x="80" width="20" height="20"
    fill="hsl(200,80%,40%)"/><rect y="20" width="20" height="20" fill="CornflowerBlue"/><rect x="20"
    y="20" width="20" height="20" fill="rgba(200,0,0,.4)"/><rect x="40" y="20" width="20"
    height="20" fill="#11aa3380"/><g color="indigo"><rect x="60" y="20" width="20" height="20"
    fill="currentColor"/></g><rect x="80" y="20" width="20" height="20"
    fill="#123456 icc-color(sRGB, 0.1, 0.2, 0.3)"/><rect y="40" width="20" height="20"
    fill="transparent" stroke="none"/><rect x="20" y="40" width="20" height="20" fill="inherit"/>
    <rect x="40" y="40" width="20" height="20" fill="#12" stroke="lime"/><rect x="60" y="40"
    width="20" height="20" fill="hsla(30, 100%, 50%, 0.5)" fill-opacity="50%"/><rect x="82" y="42"
    width="16" height="16" fill="none" stroke="tomato" stroke-opacity=".5" stroke-width="4"/>
    """##

  private static let allGradients = ##"""
    <linearGradient id="a" x1="20%" y1="0" x2="60%" y2="30%" spreadMethod="reflect"><stop
    stop-color="red"/><stop offset="40%" stop-color="rgb(0,200,0)" stop-opacity=".4"/><stop
    offset="0.3" stop-color="blue"/><stop offset="1.5" style="stop-color:gold"/></linearGradient>
    <linearGradient id="b" href="#a" spreadMethod="repeat" gradientUnits="userSpaceOnUse" x1="40"
    y1="0" x2="52" y2="6"/><radialGradient id="c" cx=".3" cy=".4" r=".5" fr=".1"><stop offset="0"
    stop-color="currentColor"/><stop offset="1" stop-color="navy"/></radialGradient><radialGradient
    id="d" xlink:href="#c" fx="1.2" fy=".1" spreadMethod="repeat" r=".2"/><linearGradient id="e"
    color-interpolation="linearRGB"><stop stop-color="#0f0"/><stop offset="1" stop-color="#f00"/>
    </linearGradient><linearGradient id="f"><stop offset="1" stop-color="teal"/></linearGradient>
    <linearGradient id="g"/><linearGradient id="h" gradientTransform="skewX(30) scale(.5)"
    href="#e"/><g color="orange"><rect width="30" height="30" fill="url(#a)"/><rect x="35"
    width="30" height="30" fill="url(#b)"/><rect x="70" width="30" height="30" fill="url(#c)"/>
    <circle cx="15" cy="55" r="15" fill="url(#d)"/><rect x="35" y="40" width="20" height="15"
    fill="url(#e)"/><rect x="35" y="60" width="20" height="15" fill="url(#f)"/><rect x="60" y="40"
    width="15" height="15" fill="url(#g)" stroke="black"/><rect x="60" y="60" width="15"
    height="15" fill="url(#h)"/><path d="M80 45h15v30" fill="none" stroke="url(#a)"
    stroke-width="5"/></g>
    """##

  private static let allPatterns = ##"""
    <pattern id="a" width=".25" height=".2"><rect width="4" height="3" fill="red"/></pattern>
    <pattern id="b" width="12" height="10" patternUnits="userSpaceOnUse" viewBox="0 0 6 4"
    preserveAspectRatio="xMaxYMin slice"><circle cx="3" cy="2" r="2" fill="green"/></pattern>
    <pattern id="c" href="#b" x="3" y="2" patternTransform="rotate(30) scale(.7)"/><pattern id="d"
    width="8" height="8" patternUnits="userSpaceOnUse"><rect width="12" height="3" fill="blue"/>
    <g opacity=".5"><rect y="4" width="6" height="5"/></g></pattern><pattern id="e" width="10"
    height="10" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="url(#d)"/></pattern>
    <pattern id="f" width="0" height="10"/><rect width="40" height="30" fill="url(#a)"/><rect x="45"
    width="40" height="30" fill="url(#b)"/><rect y="35" width="40" height="30" fill="url(#c)"/><rect
    x="45" y="35" width="25" height="30" fill="url(#d)"/><rect x="75" y="35" width="25" height="30"
    fill="url(#e)"/><rect y="70" width="20" height="10" fill="url(#f)" stroke="red"/><path
    d="M25 75h50" stroke="url(#d)" stroke-width="8"/>
    """##

  private static let allMarkers = ##"""
    <marker id="a" markerWidth="3" markerHeight="3" refX="1.5" refY="1.5" orient="45"><rect
    width="3" height="3" fill="red"/></marker><marker id="b" viewBox="0 0 10 10" refX="5" refY="5"
    markerUnits="userSpaceOnUse" markerWidth="6" markerHeight="9" orient="auto"
    preserveAspectRatio="none"><path d="M0 0L10 5L0 10z" fill="green"/></marker><marker id="c"
    markerWidth="2" markerHeight="2" overflow="visible" orient="auto-start-reverse"><circle r="2"
    fill="blue" fill-opacity=".5"/></marker><marker id="d" markerWidth="2" markerHeight="2"
    opacity=".5"><circle r="3"/></marker><g fill="none" stroke="black" stroke-width="2"><path
    d="M10 10c10-10 20 20 30 0h15" marker-mid="url(#b)" marker-start="url(#c)"
    marker-end="url(#c)"/><polyline points="10,35 25,25 40,35 60,30" marker="url(#a)"/><path
    d="M70 10h20v20z" style="marker: url(#b)"/><polygon points="70,45 90,45 80,60"
    marker-start="url(#a)" marker-mid="url(#d)"/><line x1="10" y1="60" x2="50" y2="70"
    marker-start="url(#b)" marker-end="url(#b)" stroke-width="1"/><rect x="60" y="65" width="5"
    height="5" marker-start="url(#a)"/></g>
    """##

  private static let allClips = ##"""
    <clipPath id="a"><path d="M0 0h30v30h-30zM8 8h14v14h-14z" clip-rule="evenodd"/></clipPath>
    <clipPath id="b" clip-path="url(#a)"><circle cx="15" cy="15" r="15"/></clipPath><clipPath
    id="c" transform="rotate(10)"><use xlink:href="#s"/><rect width="5" height="80"/></clipPath>
    <clipPath id="d" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/><circle cx=".8"
    cy=".5" r=".2"/></clipPath><clipPath id="e"><rect width="10" height="10"
    clip-path="url(#a)"/></clipPath><clipPath id="f"/><defs><circle id="s" cx="60" cy="5"
    r="12"/></defs><rect width="30" height="30" fill="red" clip-path="url(#a)"/><g
    transform="translate(35)"><rect width="30" height="30" fill="green" clip-path="url(#b)"/></g>
    <rect x="40" width="60" height="40" fill="blue" fill-opacity=".5" clip-path="url(#c)"/><g
    clip-path="url(#d)"><rect y="40" width="30" height="30"/><rect x="20" y="50" width="20"
    height="10" fill="gold"/></g><rect x="50" y="45" width="9" height="9" clip-path="url(#f)"/><rect
    x="60" y="45" width="30" height="30" clip-path="url(#none)" fill="teal"/><rect width="60"
    height="9" clip-path="url(#e)"/>
    """##

  private static let allMasks = ##"""
    <mask id="a"><rect width="100" height="80" fill="#888"/><circle cx="15" cy="15" r="10"
    fill="white"/></mask><mask id="b" maskUnits="objectBoundingBox" x=".2" y=".1" width=".5"
    height=".8" mask-type="alpha" style="mask-type:alpha"><rect width="100" height="80"
    fill-opacity=".6"/></mask><mask id="c" mask="url(#a)"><rect width="100" height="80"
    fill="#ff0"/></mask><mask id="d" color-interpolation="linearRGB"><rect width="100" height="80"
    fill="#46a"/></mask><mask id="e" maskContentUnits="objectBoundingBox"><circle cx=".5" cy=".5"
    r=".5" fill="white" opacity=".7"/></mask><rect width="30" height="30" mask="url(#a)"/><rect
    x="35" width="30" height="30" mask="url(#b)" fill="red"/><rect x="5" y="40" width="20"
    height="30" mask="url(#c)" fill="green"/><g mask="url(#d)"><rect x="70" width="30"
    height="30"/></g><g transform="rotate(5)"><rect x="35" y="35" width="30" height="35"
    mask="url(#e)" fill="blue"/></g><rect x="75" y="40" width="20" height="20"
    mask="url(#nothing)"/>
    """##

  private static let viewBoxes: String = {
    let ways = [
      "none", "xMinYMin meet", "xMidYMid slice", "xMaxYMax", "xMinYMax slice", "xMaxYMid",
    ]
    return ways.enumerated().map { index, way in
      ##"<svg x="\##(index % 3 * 33)" y="\##(index / 3 * 40)" width="\##(index < 3 ? 30 : 14)" "##
        + ##"height="\##(index < 3 ? 14 : 35)" viewBox="-5 -5 10 10" "##
        + ##"preserveAspectRatio="\##(way)"><circle r="6" fill="#48a"/><path d="M-5 -5L5 5" "##
        + ##"stroke="red"/></svg>"##
    }.joined()
      + ##"<svg x="20" y="60" width="10" height="10" overflow="visible"><circle r="9"/></svg>"##
      + ##"<svg x="50%" y="50%" width="0"><rect width="9" height="9"/></svg>"##
  }()

  private static let allUses = ##"""
    <defs><g id="g" fill="red"><rect id="r" width="10" height="10"/><circle cx="15" cy="5" r="5"
    fill="inherit"/></g><symbol id="s" viewBox="0 0 20 10" preserveAspectRatio="xMinYMin"><rect
    width="30" height="10"/></symbol><symbol id="v" overflow="visible"><circle r="8"/></symbol>
    <svg id="n" width="20" height="10"><rect width="100%" height="50%"/></svg></defs><use href="#g"
    fill="blue"/><use xlink:href="#r" x="30" fill="green" stroke="black"/><use xlink:href="#s"
    x="50" width="30" height="8" fill="purple"/><use xlink:href="#s" x="50" y="12" width="50%"
    height="10"/><use xlink:href="#v" x="15" y="40" fill="gold"/><use xlink:href="#n" x="40" y="30"
    width="40" height="20" fill="navy"/><use id="u" xlink:href="#g" y="60"
    transform="rotate(-10)"/><use xlink:href="#u" x="40" y="10" opacity=".5"/><use
    xlink:href="#nothing"/><use xlink:href="other.svg#a"/><use xlink:href="#s" y="20" width="0"
    height="9"/>
    """##

  private static let visibility = ##"""
    <g visibility="hidden"><rect width="20" height="20"/><rect x="20" width="20" height="20"
    visibility="visible" fill="red"/></g><g display="none"><rect x="40" width="20" height="20"
    display="inline"/></g><rect x="60" width="20" height="20" visibility="collapse"/><g opacity="0">
    <rect y="20" width="20" height="20"/></g><rect y="40" width="20" height="20" fill="none"
    stroke="none"/><text x="40" y="60" visibility="hidden">x<tspan
    visibility="visible">y</tspan></text><text x="40" y="75">a<tspan
    display="none">b</tspan>c</text>
    """##

  private static let conditions = ##"""
    <switch><g systemLanguage="de"><rect width="20" height="20" fill="red"/></g><g
    systemLanguage="en"><rect width="20" height="20" fill="green"/></g><rect width="9"
    height="9"/></switch><switch><rect requiredExtensions="http://example.org/none" x="25"
    width="20" height="20"/><rect requiredFeatures="http://www.w3.org/TR/SVG11/feature#Shape"
    x="30" width="20" height="20" fill="blue"/></switch><rect systemLanguage="xx" y="30" width="20"
    height="20"/><rect requiredExtensions="" x="25" y="30" width="20" height="20"/><switch><rect
    x="50" y="30" width="20" height="20" display="none"/><rect x="60" y="30" width="20"
    height="20"/></switch>
    """##

  private static let undrawn = ##"""
    <title>A title</title><desc>What it is <b>about</b></desc><metadata><rdf:RDF
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata><view id="v"
    viewBox="0 0 1 1"/><cursor x="1" y="1"/><color-profile name="p"/><script>var a =
    "&lt;";</script><defs><rect id="d" width="90" height="70"/></defs><symbol><rect width="50"
    height="50"/></symbol><foreignObject width="50" height="50"><p
    xmlns="http://www.w3.org/1999/xhtml">text</p>
    </foreignObject><rect x="5" y="5" width="20" height="20"><animate attributeName="width" to="40"
    dur="1s" fill="freeze"/><set attributeName="fill" to="red"/><animateTransform
    attributeName="transform" type="rotate" to="30" dur="1s"/><animateMotion dur="1s"><mpath
    xlink:href="#d"/></animateMotion><animateColor attributeName="fill" to="blue"/></rect><a
    xlink:href="https://example.org"><circle cx="60" cy="20" r="10" fill="red"/></a><other
    xmlns="http://example.org"><rect width="30" height="30"/></other><unknown><rect x="50" y="50"
    width="20" height="20" fill="teal"/></unknown><?instruction?><!-- <rect/> --><font
    id="f"><font-face font-family="Own"><font-face-src><font-face-name name="Own"/><font-face-uri
    xlink:href="#f"><font-face-format string="svg"/></font-face-uri></font-face-src></font-face>
    <missing-glyph d="M0 0h500v500z"/><glyph unicode="a" d="M0 0h900v900z"/><hkern g1="a" g2="a"
    k="3"/><vkern g1="a" g2="a" k="3"/></font><altGlyphDef id="g"><altGlyphItem><glyphRef
    xlink:href="#f"/></altGlyphItem></altGlyphDef><text x="10" y="70" font-size="14"
    font-family="Own, serif">ab<altGlyph xlink:href="#g">c</altGlyph></text>
    """##

  private static let allSelectors = ##"""
    <style><![CDATA[ :root > rect { fill: lime } svg svg rect { fill: red } svg > svg > circle {
    stroke: blue } :root svg:not(:root) path { fill: gold } * > g > * { stroke: black }
    g:nth-child(2n) rect { fill: teal } rect ~ rect { stroke-width: 2 } rect:nth-of-type(2) {
    stroke: purple } [id^="a"] { fill-opacity: .5 } [class~="b"] { fill: brown } g:empty { fill: red
    } :first-child:last-child { stroke-dasharray: 3 } rect:only-of-type { fill: pink }
    svg:first-child > g { fill: #246 } rect:not(.b):not([id]) { fill-rule: evenodd } g:is(.k, .l) >
    circle { fill:
    #a4c } svg:nth-child(1) > path { fill: orange } :lang(de) { stroke: cyan } ]]></style><rect
    x="2" y="2" width="20" height="14"/><svg x="25" width="30" height="30"><rect width="12"
    height="12"/><circle cx="20" cy="15" r="6"/><path d="M0 20h12v8z"/></svg><rect id="a1" x="60"
    y="2" width="14" height="14"/><rect class="a b" x="80" y="2" width="14" height="14"/><g><rect
    y="40" width="10" height="10"/></g><g class="k"><circle cx="30" cy="50" r="8"/></g><path
    d="M50 40h20l-10 20z"/><g xml:lang="de"><rect x="75" y="40" width="10" height="10"/></g>
    """##

  private static let rules = ##"""
    <style type="text/css">@media print { rect { fill: red } } @media screen { circle { fill: red }
    } rect { fill: green; stroke: inherit; unknown: 3 } /* a } comment */ .i { fill: blue !important
    } .i { fill: red } #x { fill: gold } rect.late { stroke: black; } @font-face { font-family: F;
    src: url(f.ttf) } @unknown x; path { fill: initial } path { stroke: olive; stroke-width: 1e0px }
    </style><style type="text/other">rect { fill: red !important }</style><style media="print">rect
    {
    opacity: .1 }</style><rect width="20" height="20"/><rect class="i" x="25" width="20"
    height="20" style="fill: pink"/><rect id="x" class="late" x="50" width="20" height="20"
    fill="red"/><circle cx="85" cy="10" r="9"/><path d="M5 40h30v20z" fill="red"/><rect x="50"
    y="40" width="20" height="20" style="fill:;stroke:red;stroke-width:2"/>
    """##

  private static let entities = ##"""
    <g style="&#x66;ill: #c22"><rect width="20" height="20"/></g><text x="30" y="15"
    font-size="12">&lt;&amp;&#65;&#x42;&gt;</text>
    """##

  private static let hints = ##"""
    <rect x="3.3" y="3.3" width="20.4" height="20" shape-rendering="crispEdges"/><path
    d="M30 3L50 23" stroke="black" shape-rendering="optimizeSpeed"/><circle cx="65" cy="15" r="9.7"
    shape-rendering="geometricPrecision"/><text x="5" y="50" font-size="13"
    text-rendering="geometricPrecision">Type</text><text x="50" y="50" font-size="13"
    text-rendering="optimizeSpeed">Type</text><g pointer-events="none" cursor="wait"
    color-rendering="optimizeQuality" enable-background="new"><rect x="5" y="60" width="9"
    height="9"/></g>
    """##

  private static let pictures = [
    ("xMidYMid", "auto"), ("xMinYMin slice", "optimizeSpeed"), ("none", "pixelated"),
    ("xMaxYMax", "optimizeQuality"),
  ].enumerated().map { index, way in
    ##"<image x="\##(index % 2 * 50 + 3)" y="\##(index / 2 * 40 + 3)" width="44" height="30" "##
      + ##"preserveAspectRatio="\##(way.0)" image-rendering="\##(way.1)" opacity="0.9" "##
      + ##"xlink:href="data:image/png;base64,"##
      + "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFUlEQVR4nGM4oaGhcUKDAUjc"
      + "uaMBACDyBSkb+noqAAAAAElFTkSuQmCC" + ##""/>"##
  }.joined()

  private static let inheritance = ##"""
    <g fill="red" stroke="blue" stroke-width="3" stroke-linecap="round" stroke-dasharray="6 4"
    opacity=".8" font-size="12"><rect x="5" y="5" width="20" height="20" stroke="none"/><path
    d="M35 10h50" stroke-dasharray="none"/><path d="M35 20h50"/><g fill="inherit" stroke="inherit"
    opacity="inherit"><circle cx="15" cy="45" r="10"/></g><text x="40" y="50" stroke="none"
    font-size="larger">big<tspan font-size="smaller" fill="black">small</tspan></text></g><g
    style="stroke-width: 2em; font-size: 3px"><path d="M5 70h40" stroke="black"/></g>
    """##

  private static let oddShapes = ##"""
    <rect x="5" y="5" width="20" height="16" rx="5"/><rect x="30" y="5" width="20" height="16"
    ry="99"/><rect x="55" y="5" width="20" height="16" rx="3" ry="8" fill="none" stroke="red"/><rect
    width="0" height="20"/><circle r="0"/><ellipse cx="20" cy="40" rx="12" ry="auto"/><ellipse
    cx="50" cy="40" rx="12"/><polyline points="70 30 80,30 80 40 odd"/><polygon points=""/><line
    x1="5" y1="60" x2="5" y2="60" stroke="black" stroke-width="6" stroke-linecap="square"/><path
    d=""/><path d="M30 60l1e-9 0" stroke="black" stroke-width="5" stroke-linecap="round"/><path
    d="M50 60h20h-20" fill="none" stroke="black" stroke-width="4" stroke-linejoin="round"/><path
    d="M75 55l20 5l-20 1" fill="none" stroke="black" stroke-width="2" stroke-miterlimit="40"/>
    """##

  private static let failingPaints = ##"""
    <linearGradient id="loop" xlink:href="#loop"/><pattern id="self" width="10" height="10"
    patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="url(#self)"/></pattern><rect
    width="20" height="20" fill="url(#loop)"/><rect x="25" width="20" height="20"
    fill="url(#self)"/><rect x="50" width="20" height="20" fill="url(#self) red"/><rect x="75"
    width="20" height="20" fill="url(#none) none" stroke="black"/><mask id="m" mask="url(#m)"><rect
    width="100" height="80" fill="white"/></mask><rect y="30" width="20" height="20"
    mask="url(#m)"/><clipPath id="k" clip-path="url(#k)"><rect width="99" height="79"/></clipPath>
    <rect x="25" y="30" width="20" height="20" clip-path="url(#k)"/><filter id="e"/><rect x="50"
    y="30" width="20" height="20" filter="url(#e)"/><rect x="75" y="30" width="20" height="20"
    filter="url(#nothing)"/><rect y="55" width="20" height="20" fill="url(#e)"/><marker
    id="r" markerWidth="5" markerHeight="5"><path d="M0 0h5" marker-start="url(#r)"/></marker><path
    d="M30 60h20" stroke="black" marker-start="url(#r)"/>
    """##
}
