import Geometry

/// Documents with different root elements or text encodings.
extension SVGSamples {
  private static let box = #"width="100" height="80" viewBox="0 0 100 80""#

  /// A root element's attributes and content; each must be 100 × 80 pixels.
  static let rootDocuments: [(name: String, attributes: String, content: String)] = [
    ("no view box", #"width="100" height="80""#, shares),
    ("a view box that does not fit", #"width="100" height="80" viewBox="10 -5 40 60""#, shares),
    (
      "one that is cut",
      #"width="100" height="80" viewBox="0 0 40 60" preserveAspectRatio="xMinYMax slice""#, shares
    ),
    (
      "one that is stretched",
      #"width="100" height="80" viewBox="0 0 40 60" preserveAspectRatio="none""#, layers
    ),
    ("other units", #"width="75pt" height="5pc" viewBox="0 0 500 400""#, layers + shares),
    ("a place", box + #" x="20" y="30""#, shares),
    ("opacity", box + #" opacity=".5""#, layers),
    ("a mask", box + #" mask="url(#rm)""#, rootMask + layers),
    ("a clip", box + #" clip-path="url(#rc)" overflow="hidden""#, rootMask + layers),
    ("a filter", box + #" filter="url(#rf)""#, rootMask + layers),
    ("a transform", box + #" transform="translate(5 4) scale(.8)""#, shares),
    ("a transform and layers", box + #" transform="rotate(10 50 40)""#, layers),
    ("a transform by a rule", box, "<style>svg { transform: scale(.8, 1.1) }</style>" + layers),
    ("its size by a rule", "", "<style>:root { width: 100px; height: 80px }</style>" + layers),
    ("inherited properties", box + #" fill="teal" font-size="20" color="red""#, shares + layers),
    ("blending", box + #" style="mix-blend-mode: multiply; isolation: isolate""#, layers),
    ("hidden", box + #" display="none""#, layers),
    ("selectors, in one surface", box, selectors(beside: "")),
    ("selectors, in several", box, selectors(beside: layers)),
    ("selectors, with a transform", box + #" transform="scale(.9)""#, selectors(beside: "")),
  ]

  /// Root elements with fractional pixel sizes: name, attributes, size and content.
  static let fractionalDocuments:
    [(name: String, attributes: String, extent: Extent, content: String)] = [
      (
        "lines on whole pixels", #"width="193.7" height="122.52""#,
        Extent(width: 193.7, height: 122.52), ruled
      ),
      (
        "layers", #"width="193.7" height="122.52""#, Extent(width: 193.7, height: 122.52),
        ruled + layers
      ),
      (
        "a filter", #"width="193.7" height="122.52""#, Extent(width: 193.7, height: 122.52),
        ##"<filter id="b"><feGaussianBlur stdDeviation="1.5"/></filter><g filter="url(#b)">"##
          + ruled + "</g>"
      ),
      (
        "a view box", #"viewBox="3 4 150.3 100.45""#, Extent(width: 150.3, height: 100.45),
        ruled + layers
      ),
    ]

  private static let ruled = (0..<12).map { line in
    "<rect x=\"\(line * 16)\" width=\"1\" height=\"122\"/>"
      + "<rect y=\"\(line * 10 + 3)\" width=\"193\" height=\"1\" fill=\"#808\"/>"
  }.joined()

  /// Lengths relative to the root's.
  private static let shares = ##"""
    <rect x="10%" y="20%" width="30%" height="1em" fill="#a52"/><circle cx="60%" cy="50%" r="10%"
    stroke-width="2%" stroke="black" fill="none"/><svg x="50%" width="50%" height="50%"><rect
    width="50%" height="50%"/></svg>
    """##

  /// Features that need further surfaces.
  private static let layers = ##"""
    <g opacity=".6"><rect x="20" y="10" width="30" height="30" fill="#28c"/><circle cx="50" cy="45"
    r="14"/></g><clipPath id="lc" clipPathUnits="objectBoundingBox"><rect width=".7"
    height=".8"/></clipPath><rect x="60" y="8" width="25" height="20" clip-path="url(#lc)"/>
    """##

  private static let rootMask = ##"""
    <mask id="rm" maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="80"><rect x="5" y="5"
    width="60" height="70" fill="#aaa"/></mask><clipPath id="rc"><circle cx="45" cy="35"
    r="30"/></clipPath><filter id="rf"><feGaussianBlur stdDeviation="2"/></filter>
    """##

  private static func selectors(beside content: String) -> String {
    ##"""
    <style>:root > rect { fill: lime } svg svg rect { fill: red } svg:not(:root) circle { fill: gold
    } svg > rect + g { stroke: blue } * > * > * > rect { stroke: black } svg:only-child path { fill:
    purple }</style><rect width="30" height="20"/><g><rect x="40" width="20" height="20"/></g><svg
    y="40" width="40" height="30"><rect width="15" height="15"/><circle cx="25" cy="15"
    r="8"/></svg><path d="M60 50h30v20z"/>
    """## + content
  }
}
