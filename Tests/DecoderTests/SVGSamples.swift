import Geometry
import TestSupport

/// Our own documents, each of 100 × 80 units, that use the features of SVG 1.1.
enum SVGSamples {
  /// A document with a size, a view box and some content.
  static func document(
    _ content: String, attributes: String = #"width="100" height="80" viewBox="0 0 100 80""#
  ) -> String {
    #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" "#
      + attributes + ">" + content + "</svg>"
  }

  /// The longest side, in pixels, that a document is drawn at.
  ///
  /// From 2.59.1 on, librsvg omits what is beyond cairo's range of numbers.
  static let longestSide: Double = {
    let command = try? PipedProcess("/usr/bin/rsvg-convert", ["--version"]).finish()
    let version = (command?.output ?? "").split { !$0.isNumber }.compactMap { Int($0) }
    return version.lexicographicallyPrecedes([2, 59, 1]) ? 0x1p44 : 0x1p23
  }()

  /// The scales at which a whole document of 100 units is drawn.
  static func scales(_ scales: Double...) -> [Double] {
    scales.filter { $0 * 100 <= longestSide }
  }

  static func file(_ document: String) -> PictureFile { PictureFile(Array(document.utf8)) }

  /// The content of each, by what it shows.
  static let documents: [(name: String, content: String)] = [
    ("shapes", shapes), ("paths", paths), ("strokes", strokes), ("gradients", gradients),
    ("patterns", patterns), ("clips and masks", masks), ("groups", groups), ("markers", markers),
    ("uses", uses), ("styles", styles), ("nested", nested), ("picture", picture),
    ("switch", choices), ("text", text),
  ]

  private static let shapes =
    ##"<rect x="5" y="5" width="30" height="20" rx="4" fill="#c04030" stroke="#102030"/>"##
    + ##"<circle cx="60" cy="20" r="15" fill="rgb(20,120,60)" fill-opacity="0.6"/>"##
    + ##"<ellipse cx="80" cy="60" rx="15" ry="9" fill="none" stroke="blue" stroke-width="3"/>"##
    + ##"<line x1="5" y1="40" x2="50" y2="75" stroke="black" stroke-width="2"/>"##
    + ##"<polyline points="10,50 20,70 30,50 40,70" fill="none" stroke="purple"/>"##
    + ##"<polygon points="50,45 65,50 60,70 45,70" fill="orange" fill-rule="evenodd"/>"##

  private static let paths =
    ##"<path d="M10 10h20v20h-20z m5 5h10v10h-10z" fill="teal" fill-rule="evenodd"/>"##
    + ##"<path d="M40 10c10 -10 20 30 30 0s20 10 25 20" fill="none" stroke="red"/>"##
    + ##"<path d="M10 50q10 -20 20 0t20 0t20 0" fill="none" stroke="green" stroke-width="2"/>"##
    + ##"<path d="M60 60a15 10 30 1 1 20 10L70 75z" fill="navy" opacity="0.7"/>"##

  private static let strokes =
    ##"<g fill="none" stroke="black" stroke-width="6"><path d="M10 20l15 -10l15 10" "##
    + ##"stroke-linejoin="round" stroke-linecap="round"/><path d="M50 20l15 -10l15 10" "##
    + ##"stroke-linejoin="bevel" stroke-linecap="square"/><path d="M10 45l15 -8l15 8" "##
    + ##"stroke-miterlimit="9"/><path d="M50 45h40" stroke-dasharray="8 3 2"/>"##
    + ##"<path d="M10 65q40 -20 80 0" stroke-dasharray="4" stroke-dashoffset="2" "##
    + ##"stroke-width="3" stroke-linecap="round"/></g>"##

  private static let gradients =
    ##"<defs><linearGradient id="a"><stop offset="0" stop-color="red"/><stop offset="0.5" "##
    + ##"stop-color="yellow" stop-opacity="0.5"/><stop offset="1" stop-color="blue"/>"##
    + ##"</linearGradient><radialGradient id="b" cx="70" cy="25" r="20" fx="62" fy="20" "##
    + ##"gradientUnits="userSpaceOnUse" spreadMethod="reflect"><stop offset="0" "##
    + ##"stop-color="white"/><stop offset="1" stop-color="green"/></radialGradient>"##
    + ##"<linearGradient id="c" xlink:href="#a" gradientTransform="rotate(40)"/></defs>"##
    + ##"<rect x="5" y="5" width="40" height="35" fill="url(#a)"/>"##
    + ##"<rect x="50" y="5" width="45" height="40" fill="url(#b)"/>"##
    + ##"<circle cx="30" cy="60" r="15" fill="url(#c)" stroke="url(#a)" stroke-width="3"/>"##

  private static let patterns =
    ##"<defs><pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><rect "##
    + ##"width="5" height="5" fill="crimson"/><circle cx="7" cy="7" r="2" fill="gold"/></pattern>"##
    + ##"</defs><rect x="10" y="10" width="80" height="60" fill="url(#p)"/>"##

  private static let masks =
    ##"<defs><clipPath id="k"><circle cx="30" cy="30" r="20"/></clipPath><mask id="m" x="0" y="0" "##
    + ##"width="100" height="80" maskUnits="userSpaceOnUse"><rect x="50" y="10" width="40" "##
    + ##"height="50" fill="white" fill-opacity="0.7"/><circle cx="70" cy="35" r="10"/></mask></defs>"##
    + ##"<rect width="60" height="60" fill="steelblue" clip-path="url(#k)"/>"##
    + ##"<rect x="40" y="5" width="60" height="70" fill="tomato" mask="url(#m)"/>"##

  private static let groups =
    ##"<g opacity="0.5" transform="rotate(10 50 40)"><rect x="20" y="20" width="30" height="30" "##
    + ##"fill="red"/><rect x="35" y="30" width="30" height="30" fill="blue"/></g><g "##
    + ##"transform="matrix(0.5 0.1 -0.1 0.5 60 5) skewX(10)"><circle cx="20" cy="20" r="20"/></g>"##

  private static let markers =
    ##"<defs><marker id="r" markerWidth="4" markerHeight="4" refX="2" refY="2" orient="auto">"##
    + ##"<path d="M0 0L4 2L0 4z" fill="red"/></marker></defs><path d="M10 60L40 20L70 60L90 30" "##
    + ##"fill="none" stroke="black" stroke-width="2" marker-start="url(#r)" "##
    + ##"marker-mid="url(#r)" marker-end="url(#r)"/>"##

  private static let uses =
    ##"<defs><symbol id="s" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></symbol><g id="g"><circle "##
    + ##"r="5"/></g></defs><use xlink:href="#s" x="10" y="10" width="30" height="20" fill="red"/>"##
    + ##"<use xlink:href="#g" x="60" y="30" fill="green"/><use xlink:href="#g" "##
    + ##"transform="translate(80 60) scale(2)"/>"##

  private static let styles =
    ##"<style>rect { fill: olive } .big { stroke: black; stroke-width: 3px } #one { opacity: 0.5 } "##
    + ##"g > circle { fill: #08f } svg { fill: maroon } g { stroke-width: 1 }</style><rect x="5" "##
    + ##"y="5" width="30" height="30"/><rect id="one" class="big" x="45" y="5" width="30" "##
    + ##"height="30"/><g><circle cx="30" cy="60" r="12"/></g><path style="stroke:red" "##
    + ##"d="M60 50h30v20z"/>"##

  private static let nested =
    ##"<svg x="10" y="10" width="40" height="60" viewBox="0 0 20 20" "##
    + ##"preserveAspectRatio="xMinYMax slice"><rect width="20" height="20" fill="skyblue"/>"##
    + ##"<circle cx="10" cy="10" r="8"/></svg><svg x="60" y="10" width="50%" height="25%">"##
    + ##"<rect width="50%" height="100%" fill="brown"/></svg>"##

  /// Four pixels, which are interpolated when enlarged.
  private static let picture =
    ##"<image x="10" y="10" width="60" height="60" preserveAspectRatio="none" xlink:href="data:"##
    + ##"image/gif;base64,R0lGODlhAQABAPAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="/>"##

  private static let choices =
    ##"<switch><rect systemLanguage="xx" width="100" height="80"/><rect width="50" height="40" "##
    + ##"fill="green"/></switch><a><rect x="60" y="50" width="20" height="20" fill="red"/></a>"##
    + ##"<rect display="none" width="100" height="80"/><rect visibility="hidden" width="9" "##
    + ##"height="9"/>"##

  private static let text =
    ##"<text x="5" y="25" font-size="16" font-family="serif">Fresnel</text><text x="5" y="55" "##
    + ##"font-size="12" font-family="sans-serif" font-weight="bold" text-anchor="start">a<tspan "##
    + ##"fill="red" dy="5">lens</tspan></text><text x="95" y="75" font-size="9" "##
    + ##"text-anchor="end" stroke="blue" stroke-width="0.3" fill="none">of light</text>"##
}

extension FormatSamples {
  /// SVG's features in few documents, and a compressed one.
  static func svg() -> [PictureFile] {
    let contents = SVGSamples.documents.filter {
      ["gradients", "clips and masks", "text", "uses"].contains($0.name)
    }
    return contents.map { SVGSamples.file(SVGSamples.document($0.content)) }
  }
}
