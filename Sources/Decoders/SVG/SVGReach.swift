import Geometry
import XMLReading

/// How far a document's filters bring what they filter, in units of its extent.
///
/// It is never too little for lengths and scales that stand in the document, and often more.
struct SVGReach {
  private(set) var units: Double

  /// What is taken for a document that can't be read through.
  private static let unknown = 256.0

  /// Reads through a document of an extent.
  init(_ text: [UInt8], _ extent: Extent, salt: UInt) {
    let found = FilterNumbers(extent)
    let outcome = XMLReading.read(text, salt: salt, allowsDocumentType: true, into: found)
    units = outcome == .whole ? found.reach : Self.unknown
  }
}

/// What is found in a document on the way.
private final class FilterNumbers: XMLReceiver {
  private let extent: Extent
  /// How many units of the extent a unit is, in each open element.
  private var scales: [Double] = [1]
  private var largestScale = 1.0
  /// The filter that is open: in units of what it is used in, and in shares of that.
  private var open = (units: 0.0, shares: 0.0)
  private var hasShares = false
  private var largest = (units: 0.0, shares: 0.0)
  private var rules: [UInt8]?

  /// A Gaussian is none beyond three deviations.
  private static let deviations = 3.0

  init(_ extent: Extent) { self.extent = extent }

  var reach: Double {
    largest.units * largestScale + largest.shares * max(extent.width, extent.height)
  }

  func begin(_ name: String, _ attributes: [String: String]) {
    var scale = scales[scales.count - 1]
    if let transform = attributes["transform"] { scale *= Self.scale(of: transform) }
    if let box = attributes["viewBox"].map(Self.numbers), box.count == 4, box[2] > 0, box[3] > 0 {
      scale *= max(extent.width / box[2], extent.height / box[3])
    }
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
    largest = (max(largest.units, open.units), max(largest.shares, open.shares))
    open = (0, 0)
    hasShares = false
  }

  private func takePrimitive(_ name: String, _ attributes: [String: String]) {
    func most(_ name: String) -> Double {
      attributes[name].map(Self.numbers)?.map(abs).max() ?? 0
    }
    var length = 0.0
    switch name {
    case "style": rules = []
    case "filter":
      close()
      hasShares = attributes["primitiveUnits"] == "objectBoundingBox"
    case "feGaussianBlur": length = most("stdDeviation") * Self.deviations
    case "feOffset": length = max(most("dx"), most("dy"))
    case "feDropShadow":
      length =
        (attributes["stdDeviation"] == nil ? 2 : most("stdDeviation")) * Self.deviations
        + max(2, most("dx"), most("dy"))
    case "feMorphology": length = most("radius")
    case "feDisplacementMap": length = most("scale")
    // A matrix's cells are pixels at least.
    case "feConvolveMatrix": length = max(3, most("order")) * max(1, most("kernelUnitLength"))
    case "feDiffuseLighting", "feSpecularLighting": length = 2 * max(1, most("kernelUnitLength"))
    case "feTile", "feImage": length = max(extent.width, extent.height)
    default: return
    }
    if hasShares { open.shares += length } else { open.units += length }
  }

  /// Functions of CSS in a value or in rules, as far apart as one rule's.
  private func takeFunctions(_ text: String?) {
    guard let text, text.contains("blur(") || text.contains("drop-shadow(") else { return }
    for part in text.split(whereSeparator: { $0 == ";" || $0 == "}" }) {
      var sum = 0.0
      for function in part.split(separator: ")") {
        guard function.contains("blur(") || function.contains("shadow(") else { continue }
        let words = function.split { $0 == " " || $0 == "," || $0 == "(" }
        for word in words {
          let number = word.prefix { $0.isNumber || "+-.".contains($0) }
          // The longest unit is an inch.
          let unit = word.hasSuffix("px") || number.count == word.count ? 1.0 : 96
          sum += abs(Double(number) ?? 0) * unit * Self.deviations
        }
      }
      largest.units = max(largest.units, sum)
    }
  }

  /// How much larger a list of transforms makes anything at the most.
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
      .compactMap { Double($0.hasSuffix("%") ? $0.dropLast() : $0) }
  }
}
