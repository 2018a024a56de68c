/// Rare features of documents.
extension SVGSamples {
  /// The content of each, by what it shows.
  static let rareDocuments: [(name: String, content: String)] = [
    ("filters that move", movingFilters), ("filters that colour", colouringFilters),
    ("filters that blend", blendingFilters), ("filters that light", lightingFilters),
    ("filter functions", filterFunctions), ("blend modes", blendModes),
    ("rules for the root", rootRules), ("selectors", selectors), ("units", units),
    ("boxes", boxes), ("line styles", lineStyles), ("positions of text", textPositions),
    ("errors", errors), ("a drawing in a drawing", drawingInDrawing),
  ]

  private static let figure =
    ##"<rect x="5" y="5" width="20" height="14" fill="#c04030"/><circle cx="26" cy="20" r="8" "##
    + ##"fill="#2060a0" fill-opacity="0.7"/>"##

  /// The figure up to four times, each with a filter of some primitives.
  private static func filtered(_ filters: [String]) -> String {
    filters.enumerated().map { index, primitives in
      ##"<filter id="f\##(index)">\##(primitives)</filter><g transform="translate("##
        + "\(index % 2 * 50) \(index / 2 * 40)" + ##")"><g filter="url(#f\##(index))">"## + figure
        + "</g></g>"
    }.joined()
  }

  private static let movingFilters = filtered([
    ##"<feGaussianBlur stdDeviation="3 1"/>"##,
    ##"<feOffset dx="6" dy="-4" result="a"/><feMerge><feMergeNode in="a"/><feMergeNode "##
      + ##"in="SourceGraphic"/></feMerge>"##,
    ##"<feMorphology operator="dilate" radius="2 1"/>"##,
    ##"<feOffset x="5" y="5" width="10" height="8" result="t"/><feTile in="t"/>"##,
  ])

  private static let colouringFilters = filtered([
    ##"<feColorMatrix type="matrix" values="0 1 0 0 0 0 0 1 0 0 1 0 0 0 0 0 0 0 1 0"/>"##,
    ##"<feColorMatrix type="hueRotate" values="90"/><feColorMatrix type="saturate" "##
      + ##"values="0.4"/>"##,
    ##"<feComponentTransfer><feFuncR type="table" tableValues="0 1 0.2"/><feFuncG "##
      + ##"type="discrete" tableValues="0 0.5 1"/><feFuncB type="linear" slope="0.5" "##
      + ##"intercept="0.3"/><feFuncA type="gamma" exponent="2"/></feComponentTransfer>"##,
    ##"<feColorMatrix type="luminanceToAlpha"/>"##,
  ])

  private static let blendingFilters = filtered([
    ##"<feFlood flood-color="#4080c0" flood-opacity="0.8" result="a"/><feBlend "##
      + ##"in="SourceGraphic" in2="a" mode="multiply"/>"##,
    ##"<feOffset dx="8" dy="5" result="a"/><feComposite in="SourceGraphic" in2="a" "##
      + ##"operator="xor"/>"##,
    ##"<feOffset dx="8" dy="5" result="a"/><feComposite in="SourceGraphic" in2="a" "##
      + ##"operator="arithmetic" k1="0.3" k2="0.5" k3="0.4" k4="0"/>"##,
    ##"<feImage xlink:href="data:image/gif;base64,R0lGODlhAQABAPAAAP8AAAAAACH5BAAAAAAALAAAAAAB"##
      + ##"AAEAAAICRAEAOw==" x="2" y="2" width="10" height="10"/>"##,
  ])

  private static let lightingFilters = filtered([
    ##"<feDiffuseLighting in="SourceAlpha" surfaceScale="3" kernelUnitLength="1"><feDistantLight "##
      + ##"azimuth="45" elevation="40"/></feDiffuseLighting>"##,
    ##"<feGaussianBlur in="SourceAlpha" stdDeviation="2" result="b"/><feSpecularLighting in="b" "##
      + ##"surfaceScale="4" specularExponent="10"><feSpotLight x="5" y="5" z="20" pointsAtX="20" "##
      + ##"pointsAtY="15"/></feSpecularLighting>"##,
    ##"<feTurbulence type="turbulence" baseFrequency="0.08 0.03" numOctaves="2" seed="4"/>"##,
    ##"<feTurbulence baseFrequency="0.05" result="n"/><feDisplacementMap in="SourceGraphic" "##
      + ##"in2="n" scale="6" xChannelSelector="R" yChannelSelector="G"/>"##,
  ])

  private static let filterFunctions =
    ##"<rect x="10" y="10" width="30" height="20" fill="teal" style="filter: blur(2px) "##
    + ##"opacity(0.8)"/><circle cx="70" cy="50" r="15" fill="red" filter="drop-shadow(3 3 1 "##
    + ##"black)"/><rect x="50" y="5" width="10" height="10" fill="#48c" "##
    + ##"style="filter:hue-rotate(90deg) saturate(2)"/>"##

  private static let blendModes =
    ##"<style>.m { mix-blend-mode: multiply } .d { mix-blend-mode: difference }</style><rect "##
    + ##"width="100" height="80" fill="#fc8"/><rect x="20" y="15" width="40" height="40" "##
    + ##"fill="#48c" class="m"/><g style="isolation:isolate"><rect x="50" y="30" width="30" "##
    + ##"height="30" fill="#c48"/><circle cx="70" cy="60" r="15" fill="#8c4" class="d"/></g>"##

  /// Each rule would show on the outer document if it applied to it.
  private static let rootRules =
    ##"<style>svg { fill: maroon; stroke: gold; opacity: 0.7 } svg > g { stroke-dasharray: 4; "##
    + ##"opacity: 0.8 } svg > rect { fill: lime } g { filter: none; transform: rotate(3deg) }"##
    + ##"</style><rect x="10" y="10" width="30" height="30"/><g><rect x="50" y="20" width="30" "##
    + ##"height="40"/></g>"##

  private static let selectors =
    ##"<style>rect:first-child { fill: red } rect[width="20"] { stroke: blue } g rect + rect { "##
    + ##"fill: green } * { stroke-linejoin: round } g > rect:last-child { fill: #f0f } .a { "##
    + ##"stroke: gold !important }</style><g color="purple"><rect width="20" height="20"/><rect "##
    + ##"x="30" width="20" height="30" class="a" style="stroke:red"/><rect x="60" width="25" "##
    + ##"height="40"/><circle cx="40" cy="60" r="10" fill="currentColor"/><rect y="50" width="10" "##
    + ##"height="10"/></g>"##

  private static let units =
    ##"<rect x="1mm" y="2mm" width="10mm" height="0.5cm" fill="red"/><rect x="0.5in" y="1pc" "##
    + ##"width="2em" height="30pt" fill="blue" font-size="8"/><rect x="70%" y="50%" width="10%" "##
    + ##"height="3ex" fill="green"/><circle cx="20%" cy="75%" r="10%" stroke-width="2%" "##
    + ##"stroke="black" fill="none"/>"##

  private static let boxes =
    ##"<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx="0.5" cy="0.5" r="0.5"/>"##
    + ##"</clipPath><mask id="m" maskContentUnits="objectBoundingBox"><rect width="1" height="0.5" "##
    + ##"fill="white"/><rect y="0.5" width="1" height="0.5" fill="#888"/></mask><pattern id="p" "##
    + ##"width="0.2" height="0.25" patternContentUnits="objectBoundingBox" "##
    + ##"patternTransform="rotate(20)"><rect width="0.1" height="0.12" fill="red"/></pattern><rect "##
    + ##"x="5" y="5" width="40" height="30" clip-path="url(#c)" fill="green"/><rect x="50" y="5" "##
    + ##"width="40" height="30" mask="url(#m)"/><rect x="5" y="40" width="80" height="35" "##
    + ##"fill="url(#p)"/>"##

  private static let lineStyles =
    ##"<g fill="none" stroke="black" stroke-width="6"><path d="M10 10h0" stroke-linecap="round"/>"##
    + ##"<path d="M50 12h30" stroke-linecap="round" stroke-dasharray="0 10"/><path d="M10 30h20v15z" "##
    + ##"stroke-miterlimit="1"/><g transform="scale(3 1)"><path d="M17 30h10v15h-10z" "##
    + ##"stroke-width="3" vector-effect="non-scaling-stroke"/></g><circle cx="25" cy="65" r="8" "##
    + ##"stroke-dasharray="5%,2" stroke-dashoffset="-3" stroke-width="2"/><circle cx="70" cy="63" "##
    + ##"r="10" fill="gold" paint-order="stroke"/></g>"##

  private static let textPositions =
    ##"<text x="5 15 30" y="20 25 20" font-size="14">abc def</text><text x="95" y="70" "##
    + ##"text-anchor="end" font-size="10">end<tspan font-weight="bold">bold</tspan></text><text "##
    + ##"x="60" y="25" font-size="14">a<tspan baseline-shift="super" font-size="9">2</tspan><tspan "##
    + ##"dy="5" text-decoration="underline">u</tspan></text><text transform="matrix(1 0.3 -0.4 1 20 "##
    + ##"40)" font-size="12" letter-spacing="2" opacity="0.6">skewed</text>"##

  private static let errors =
    ##"<path d="M10 10L50 10L50 xx 20" stroke="black" fill="red"/><rect x="10" y="30" width="-5" "##
    + ##"height="5"/><polygon points="60,10 80,10 70" fill="blue"/><circle r="abc"/><rect "##
    + ##"fill="nocolor" x="60" y="50" width="20" height="20"/><rect fill="url(#none) green" "##
    + ##"x="30" y="50" width="20" height="20"/>"##

  private static let drawingInDrawing =
    ##"<image x="10" y="10" width="60" height="60" xlink:href="data:image/svg+xml;base64,"##
    + "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSIxMCIgaG"
    + "VpZ2h0PSIxMCI+PGNpcmNsZSBjeD0iNSIgY3k9IjUiIHI9IjQiLz48L3N2Zz4="
    + ##""/>"##
}
