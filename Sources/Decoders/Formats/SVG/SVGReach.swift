import Geometry
import Platform
import XMLReading

/// How far each of a document's filters moves or spreads pixels.
///
/// The reach is an upper bound, often a generous one, from the document's lengths and scales.
struct SVGReach {
  /// The distinct filters; at least one.
  let filters: [Filter]

  /// A filter's reach, in units of the document's extent.
  struct Filter: Hashable {
    /// Three standard deviations of each of its blurs.
    var blurs: [Double] = []
    /// The sum of all other displacements.
    var others = 0.0

    /// The reach in pixels, with `scale` pixels per unit.
    ///
    /// A blur is three boxes of whole pixels, and librsvg limits them to 500 pixels.
    func pixels(_ scale: Double) -> Double {
      (others * scale).rounded(.up) + blurPixels(scale) + 8
    }

    /// The part of the reach due to blurs, in pixels.
    func blurPixels(_ scale: Double) -> Double {
      blurs.reduce(0) { $0 + min(($1 * scale).rounded(.up), Self.widestBlur) }
    }

    private static let widestBlur = 752.0
  }

  /// Assumed for a document that can't be parsed.
  private static let unknown = Filter(others: 256)
  /// A document with more distinct filters can only be an attack on processor time.
  private static let mostFilters = 1000

  /// Parses a document of an extent.
  init(_ text: [UInt8], _ extent: Extent, salt: UInt) {
    let found = FilterNumbers(extent)
    let outcome = XMLReading.read(text, salt: salt, allowsDocumentType: true, into: found)
    let filters = outcome == .whole ? found.filters : [Self.unknown]
    let farthest = filters.sorted { $0.pixels(1) > $1.pixels(1) }
    self.filters = farthest.isEmpty ? [Filter(others: 1)] : Array(farthest.prefix(Self.mostFilters))
  }
}

/// Collects filters while parsing a document.
private final class FilterNumbers: XMLReceiver {
  private let extent: Extent
  /// For each open element, the number of the extent's units in one of its own units.
  private var scales: [Double] = [1]
  private var largestScale = 1.0
  /// The open filter, in user units or in fractions of the filtered object.
  private var open = SVGReach.Filter()
  private var hasShares = false
  private var closed: Set<Closed> = []
  private var rules: [UInt8]?

  /// A Gaussian is negligible beyond three standard deviations.
  private static let deviations = 3.0
  /// More blurs would reach further than can be drawn.
  private static let mostBlurs = 64
  /// The limit on lengths and scales: more pixels than any level has.
  private static let farthest = 1e15

  init(_ extent: Extent) { self.extent = extent }

  private struct Closed: Hashable {
    var filter: SVGReach.Filter
    var hasShares: Bool
  }

  /// The filters in units of the extent.
  var filters: [SVGReach.Filter] {
    Set(
      closed.map { closed in
        let unit = closed.hasShares ? max(extent.width, extent.height) : largestScale
        return SVGReach.Filter(
          blurs: closed.filter.blurs.map { $0 * unit }, others: closed.filter.others * unit)
      }
    ).map { $0 }
  }

  func begin(_ name: String, _ attributes: [String: String]) {
    var scale = scales[scales.count - 1]
    if let transform = attributes["transform"] { scale *= Self.scale(of: transform) }
    if let box = attributes["viewBox"].map(Self.numbers), box.count == 4, box[2] > 0, box[3] > 0 {
      scale *= max(extent.width / box[2], extent.height / box[3])
    }
    scale = min(scale, Self.farthest)
    scales.append(scale)
    largestScale = max(largestScale, scale)
    takeFunctions(attributes["filter"])
    takeFunctions(attributes["style"])
    takePrimitive(name.split(separator: ":").last.map(String.init) ?? name, attributes)
  }

  func end(_ name: String) {
    scales.removeLast()
    if name.hasSuffix("filter") { close() }
    if name.hasSuffix("style"), let rules {
      takeFunctions(String(decoding: rules, as: UTF8.self))
      self.rules = nil
    }
  }

  func take(_ letters: UnsafeBufferPointer<CChar>) {
    rules?.append(contentsOf: letters.lazy.map(UInt8.init(bitPattern:)))
  }

  private func close() {
    if open != SVGReach.Filter() { closed.insert(Closed(filter: open, hasShares: hasShares)) }
    open = SVGReach.Filter()
    hasShares = false
  }

  private func takePrimitive(_ name: String, _ attributes: [String: String]) {
    func most(_ name: String) -> Double {
      attributes[name].map(Self.numbers)?.map { min(abs($0), Self.farthest) }.max() ?? 0
    }
    func blur(_ deviation: Double) {
      if deviation > 0, open.blurs.count < Self.mostBlurs {
        open.blurs.append(deviation * Self.deviations)
      }
    }
    switch name {
    case "style": rules = []
    case "filter":
      close()
      hasShares = attributes["primitiveUnits"] == "objectBoundingBox"
    case "feGaussianBlur": blur(most("stdDeviation"))
    case "feOffset": open.others += max(most("dx"), most("dy"))
    case "feDropShadow":
      blur(attributes["stdDeviation"] == nil ? 2 : most("stdDeviation"))
      open.others += max(2, most("dx"), most("dy"))
    case "feMorphology": open.others += most("radius")
    case "feDisplacementMap": open.others += most("scale")
    // Each cell of the matrix covers at least a pixel.
    case "feConvolveMatrix":
      open.others += max(3, most("order")) * max(1, most("kernelUnitLength"))
    case "feDiffuseLighting", "feSpecularLighting":
      open.others += 2 * max(1, most("kernelUnitLength"))
    case "feTile", "feImage": open.others += max(extent.width, extent.height)
    default: break
    }
  }

  /// Collects CSS filter functions in a value or in rules, with the widest reach of each rule.
  private func takeFunctions(_ text: String?) {
    guard let text, text.containsBytes(of: "blur(") || text.containsBytes(of: "drop-shadow(") else {
      return
    }
    for part in text.split(whereSeparator: { $0 == ";" || $0 == "}" }) {
      var filter = SVGReach.Filter()
      for function in part.split(separator: ")") {
        guard function.containsBytes(of: "blur(") || function.containsBytes(of: "shadow(") else {
          continue
        }
        let words = function.split { $0 == " " || $0 == "," || $0 == "(" }
        for word in words {
          let number = word.prefix { $0.isNumber || "+-.".contains($0) }
          // The longest unit is an inch.
          let unit = word.hasSuffix("px") || number.count == word.count ? 1.0 : 96
          let length = min(abs(Double(number) ?? 0), Self.farthest) * unit
          // Nothing distinguishes a shadow's lengths, so any of them could be the blur's.
          if filter.blurs.count < Self.mostBlurs { filter.blurs.append(length * Self.deviations) }
          if function.containsBytes(of: "shadow(") { filter.others += length }
        }
      }
      if filter != SVGReach.Filter() {
        closed.insert(Closed(filter: filter, hasShares: false))
      }
    }
  }

  /// An upper bound for the scale of a transform list.
  private static func scale(of transform: String) -> Double {
    var product = 1.0
    for function in transform.split(separator: ")") {
      let parts = function.split(separator: "(")
      guard parts.count == 2 else { continue }
      let numbers = numbers(String(parts[1])).map(abs)
      if parts[0].hasSuffix("scale") { product *= numbers.max() ?? 1 }
      if parts[0].hasSuffix("matrix"), numbers.count >= 4 {
        product *= max(numbers[0] + numbers[2], numbers[1] + numbers[3])
      }
    }
    return product.isFinite ? max(product, 1e-9) : 1
  }

  private static func numbers(_ text: String) -> [Double] {
    text.split { $0 == " " || $0 == "," || $0.isNewline || $0 == "\t" }
      .compactMap { Double($0.hasSuffix("%") ? $0.dropLast() : $0) }.filter(\.isFinite)
  }
}
