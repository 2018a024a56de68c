/// Documents with the filters of SVG 1.1 and CSS.
extension SVGSamples {
  /// The content of each, by what it shows.
  static let filterDocuments: [(name: String, content: String)] = [
    ("convolutions", convolutions), ("lights", lights), ("mixtures", mixtures),
    ("compositions", compositions), ("noise", noise), ("filter regions", filterRegions),
    ("inputs of filters", filterInputs), ("parts of pictures", filterImages),
    ("edges of blurs", blurEdges), ("functions of CSS", cssFunctions), ("shadows", shadows),
    ("filters on filters", filtersOnFilters),
  ]

  /// Filters whose areas, steps and tiles end at whole pixels at some zooms.
  static let roundingDocuments: [(name: String, content: String)] = [
    (
      "tiles",
      ##"<filter id="f" filterUnits="userSpaceOnUse" x="20" y="20" width="60" height="50">"##
        + ##"<feFlood flood-color="seagreen" x="20" y="20" width="10" height="10"/>"##
        + ##"<feOffset dx="5" dy="5"/><feTile/></filter><g filter="url(#f)"/>"##
    ),
    (
      "tiles in a part",
      ##"<filter id="f"><feFlood flood-color="gray" x="10" y="10" width="10" height="10"/>"##
        + ##"<feOffset dx="5" dy="5"/><feTile x="30" y="30" width="40" height="40"/></filter>"##
        + ##"<rect x="10" y="10" width="80" height="60" filter="url(#f)"/>"##
    ),
    (
      "a turned area",
      ##"<filter id="f" primitiveUnits="objectBoundingBox" height="0.5"><feFlood "##
        + ##"flood-color="seagreen" width="0.5"/></filter><rect x="20" y="20" width="40" "##
        + ##"height="40" filter="url(#f)" transform="skewX(30) rotate(-30) translate(-40 20)"/>"##
    ),
    (
      "edges of a matrix",
      ##"<pattern id="p" patternUnits="userSpaceOnUse" width="20" height="20"><rect width="10" "##
        + ##"height="10" fill="blue" opacity=".75"/></pattern><filter id="f"><feConvolveMatrix "##
        + ##"preserveAlpha="true" kernelMatrix=".1 .1 .1 .1 .1 .1 .1 .1 .1"/></filter><rect "##
        + ##"x="10" y="10" width="80" height="60" fill="url(#p)" filter="url(#f)"/>"##
    ),
  ]

  /// Up to four figures, each with a complete filter element.
  private static func filtered(_ filters: [String]) -> String {
    filters.enumerated().map { index, filter in
      filter.replacing("ID", with: "f\(index)")
        + ##"<g transform="translate(\##(index % 2 * 50) \##(index / 2 * 40))"><g "##
        + ##"filter="url(#f\##(index))"><rect x="8" y="6" width="20" height="14" "##
        + ##"fill="#c04030"/><circle cx="28" cy="20" r="8" fill="#2060a0" "##
        + ##"fill-opacity=".7"/></g></g>"##
    }.joined()
  }

  private static let convolutions = filtered([
    ##"<filter id="ID"><feConvolveMatrix kernelMatrix="1 0 0 0 1 0 0 0 1"/></filter>"##,
    ##"<filter id="ID"><feConvolveMatrix order="3 2" kernelMatrix="-1 2 -1 0 1 0" divisor="1" "##
      + ##"bias=".2" targetX="0" edgeMode="wrap"/></filter>"##,
    ##"<filter id="ID" primitiveUnits="userSpaceOnUse"><feConvolveMatrix order="3" "##
      + ##"kernelMatrix="0 -1 0 -1 5 -1 0 -1 0" preserveAlpha="true" edgeMode="none"/></filter>"##,
    ##"<filter id="ID"><feMorphology operator="erode" radius="1"/></filter>"##,
  ])

  private static let lights = filtered([
    ##"<filter id="ID"><feDiffuseLighting lighting-color="#fc8" surfaceScale="2" "##
      + ##"diffuseConstant=".8"><fePointLight x="15" y="10" z="12"/></feDiffuseLighting></filter>"##,
    ##"<filter id="ID"><feSpecularLighting specularConstant="1.5" specularExponent="8" "##
      + ##"lighting-color="lime"><feDistantLight azimuth="200" elevation="30"/>"##
      + ##"</feSpecularLighting></filter>"##,
    ##"<filter id="ID"><feDiffuseLighting><feSpotLight x="20" y="0" z="15" pointsAtX="20" "##
      + ##"pointsAtY="15" limitingConeAngle="30" specularExponent="2"/></feDiffuseLighting>"##
      + ##"</filter>"##,
    ##"<filter id="ID"><feDiffuseLighting><feDistantLight elevation="60"/></feDiffuseLighting>"##
      + ##"<feComposite in="SourceGraphic" operator="in"/></filter>"##,
  ])

  private static let mixtures = ["screen", "darken", "lighten", "overlay", "color-dodge", "hue"]
    .enumerated().map { index, mode in
      ##"<filter id="f\##(index)"><feFlood flood-color="#48c" flood-opacity=".7"/><feBlend "##
        + ##"in2="SourceGraphic" mode="\##(mode)"/></filter><rect x="\##(index % 3 * 33 + 4)" "##
        + ##"y="\##(index / 3 * 40 + 6)" width="22" height="24" fill="#e94" "##
        + ##"filter="url(#f\##(index))"/>"##
    }.joined()

  private static let compositions = ["over", "in", "out", "atop", "xor", "lighter"].enumerated()
    .map { index, mode in
      ##"<filter id="f\##(index)" color-interpolation-filters="sRGB"><feOffset dx="6" dy="5" "##
        + ##"result="a"/><feComposite in="a" in2="SourceGraphic" operator="\##(mode)"/></filter>"##
        + ##"<circle cx="\##(index % 3 * 33 + 14)" cy="\##(index / 3 * 40 + 16)" r="10" "##
        + ##"fill="#e94" fill-opacity=".8" filter="url(#f\##(index))"/>"##
    }.joined()

  private static let noise = filtered([
    ##"<filter id="ID"><feTurbulence type="fractalNoise" baseFrequency=".1" seed="2" "##
      + ##"stitchTiles="stitch"/></filter>"##,
    ##"<filter id="ID"><feTurbulence baseFrequency=".05 .2" numOctaves="3" seed="-5"/></filter>"##,
    ##"<filter id="ID" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" "##
      + ##"baseFrequency=".3" numOctaves="1"/><feColorMatrix type="saturate" values="0"/></filter>"##,
    ##"<filter id="ID"><feTurbulence baseFrequency=".08" result="n"/><feDisplacementMap "##
      + ##"in="SourceGraphic" in2="n" scale="5" xChannelSelector="A" yChannelSelector="B"/></filter>"##,
  ])

  private static let filterRegions = filtered([
    ##"<filter id="ID" x="10" y="4" width="20" height="12" filterUnits="userSpaceOnUse"><feFlood "##
      + ##"flood-color="teal" x="12" width="10"/><feMerge><feMergeNode/><feMergeNode "##
      + ##"in="SourceGraphic"/></feMerge></filter>"##,
    ##"<filter id="ID" primitiveUnits="objectBoundingBox"><feGaussianBlur stdDeviation=".1 .05"/>"##
      + ##"<feOffset dx=".2" dy="-.1"/></filter>"##,
    ##"<filter id="ID" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur "##
      + ##"stdDeviation="4"/></filter>"##,
    ##"<filter id="ID" filterRes="20"><feFlood x="25%" y="25%" width="50%" height="20%" "##
      + ##"flood-color="gold"/><feTile/></filter>"##,
  ])

  private static let filterInputs = filtered([
    ##"<filter id="ID"><feOffset in="SourceAlpha" dx="3" dy="3"/></filter>"##,
    ##"<filter id="ID"><feMerge><feMergeNode in="FillPaint"/><feMergeNode in="SourceGraphic"/>"##
      + ##"</feMerge></filter>"##,
    ##"<filter id="ID"><feOffset in="StrokePaint"/><feBlend in="SourceGraphic" "##
      + ##"in2="SourceAlpha"/></filter>"##,
    ##"<filter id="ID"><feFlood result="a" flood-color="red"/><feOffset in="none" dx="5" "##
      + ##"result="a"/><feComposite in="SourceGraphic" in2="a" operator="over"/></filter>"##,
  ])

  private static let filterImages =
    ##"<defs><circle id="c" r="6" cx="8" cy="8" fill="gold"/></defs>"##
    + filtered([
      ##"<filter id="ID"><feImage xlink:href="#c"/><feMerge><feMergeNode in="SourceGraphic"/>"##
        + ##"<feMergeNode/></feMerge></filter>"##,
      ##"<filter id="ID"><feImage xlink:href="#c" x="4" y="4" width="20" height="20"/></filter>"##,
      ##"<filter id="ID"><feImage xlink:href="#missing"/></filter>"##,
      ##"<filter id="ID"><feImage preserveAspectRatio="none" x="0" y="0" width="40" height="10" "##
        + ##"xlink:href="data:image/gif;base64,R0lGODlhAQABAPAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAA"##
        + ##"ICRAEAOw=="/></filter>"##,
    ])

  private static let blurEdges = filtered([
    ##"<filter id="ID"><feGaussianBlur stdDeviation="3" edgeMode="wrap"/></filter>"##,
    ##"<filter id="ID"><feGaussianBlur stdDeviation="3 0"/></filter>"##,
    ##"<filter id="ID"><feGaussianBlur stdDeviation="0"/></filter>"##,
    ##"<filter id="ID"><feGaussianBlur stdDeviation="-2"/></filter>"##,
  ])

  private static let cssFunctions = [
    "blur(1.5px)", "brightness(1.4)", "contrast(50%)", "drop-shadow(2px 3px 1px red)",
    "grayscale(.7)", "hue-rotate(.25turn)", "invert(80%)", "opacity(40%)", "saturate(3)",
    "sepia(.9)", "blur(1px) invert(1)", "url(#nothing) blur(1px)",
  ].enumerated().map { index, function in
    ##"<rect x="\##(index % 4 * 25 + 4)" y="\##(index / 4 * 26 + 4)" width="16" height="16" "##
      + ##"fill="#c64" style="filter: \##(function)"/>"##
  }.joined()

  private static let shadows = ##"""
    <filter id="s" x="-30%" y="-30%" width="180%" height="180%"><feDropShadow dx="4" dy="3"
    stdDeviation="2" flood-color="#024" flood-opacity=".6"/></filter><filter id="t"><feGaussianBlur
    in="SourceAlpha" stdDeviation="2"/><feOffset dx="3" dy="3"/><feComponentTransfer><feFuncA
    type="linear" slope=".5"/></feComponentTransfer><feMerge><feMergeNode/><feMergeNode
    in="SourceGraphic"/></feMerge></filter><g filter="url(#s)"><rect x="10" y="8" width="30"
    height="22" rx="4" fill="#fc6"/></g><text x="48" y="30" font-size="18"
    filter="url(#t)">Text</text><g filter="url(#t)" opacity=".8" transform="rotate(12 50 60)"><rect
    x="20" y="48" width="50" height="18" fill="#6c8"/></g>
    """##

  private static let filtersOnFilters = ##"""
    <filter id="a"><feGaussianBlur stdDeviation="1"/></filter><filter id="b"><feOffset dx="4"
    dy="4"/></filter><g filter="url(#a)"><g filter="url(#b)"><rect x="10" y="10" width="30"
    height="20" fill="red" filter="url(#a)"/></g><circle cx="70" cy="30" r="15"
    clip-path="url(#c)"/></g><clipPath id="c"><rect x="50" y="20" width="40"
    height="15"/></clipPath><mask id="m"><rect width="100" height="80" fill="white"
    filter="url(#a)"/></mask><g
    mask="url(#m)" filter="url(#b)"><rect x="20" y="50" width="50" height="20" fill="blue"/></g>
    """##
}

/// Filters whose effects reach far, in each way of specifying the distance.
extension SVGSamples {
  /// The content of each, by what it shows.
  static let farDocuments: [(name: String, content: String)] = [
    (
      "a wide blur",
      ##"<filter id="f" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="16"/>"##
        + ##"</filter><rect x="2" y="2" width="30" height="76" filter="url(#f)"/>"##
    ),
    (
      "a large step in a scaled group",
      ##"<filter id="f" x="-2" y="-1" width="5" height="3"><feOffset dx="11" dy="4"/></filter>"##
        + ##"<g transform="scale(4)"><rect x="1" y="2" width="5" height="7" fill="red" "##
        + ##"filter="url(#f)"/></g>"##
    ),
    (
      "shares of a box",
      ##"<filter id="f" primitiveUnits="objectBoundingBox" x="-1" y="-1" width="3" height="3">"##
        + ##"<feOffset dx=".7"/></filter><rect width="60" height="80" fill="teal" "##
        + ##"filter="url(#f)"/>"##
    ),
    (
      "a shadow by a rule",
      "<style>rect { filter: drop-shadow(45px 8px 4px #228) }</style>"
        + ##"<rect x="3" y="20" width="20" height="30" fill="gold"/>"##
    ),
    (
      "several steps",
      ##"<filter id="f" x="-2" y="-1" width="6" height="3"><feOffset dx="30"/><feMorphology "##
        + ##"operator="dilate" radius="4"/><feOffset dx="20"/><feGaussianBlur stdDeviation="3"/>"##
        + ##"</filter><rect width="20" height="80" fill="purple" filter="url(#f)"/>"##
    ),
    (
      "shadows that fall farther than is drawn around a strip",
      ##"<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="80">"##
        + ##"<feDropShadow dx="70" dy="30" stdDeviation="1" flood-color="#136"/></filter>"##
        + ##"<rect width="100" height="80" fill="#eed"/><path d="M4 4L96 40L4 76z" fill="none" "##
        + ##"stroke="red"/><rect x="2" y="3" width="25" height="40" fill="teal" "##
        + ##"filter="url(#f)"/>"##
    ),
    (
      "a blur beside which others reach nowhere",
      ##"<filter id="f" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="12"/>"##
        + ##"</filter><filter id="g"><feGaussianBlur stdDeviation=".3"/></filter><circle cx="50" "##
        + ##"cy="40" r="25" filter="url(#f)"/><rect x="40" y="30" width="30" height="9" "##
        + ##"fill="gold" filter="url(#g)"/>"##
    ),
  ]
}
