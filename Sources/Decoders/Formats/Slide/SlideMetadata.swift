import DecoderProtocol
import Geometry

/// A slide's properties for the user.
struct SlideMetadata {
  /// Pixels per inch, from microns per pixel; `nil` if the slide does not say.
  let resolution: Point?
  /// A line for each property.
  let text: String

  /// Microns per inch.
  private static let inch = 25_400.0

  /// Reads properties by OpenSlide's names.
  init(_ property: (String) -> String?) {
    var lines: [String] = []
    func add(_ title: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      lines.append("\(title): \(value.prefix(200))")
    }
    func number(_ name: String) -> Double? {
      property(name).flatMap { Double($0) }.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }
    add("scanner", property("openslide.vendor"))
    let x = number("openslide.mpp-x")
    let y = number("openslide.mpp-y") ?? x
    if let x, let y {
      add("microns per pixel", x == y ? "\(x)" : "\(x) × \(y)")
    }
    add("objective power", property("openslide.objective-power"))
    text = lines.joined(separator: "\n")
    resolution = x.flatMap { x in
      y.flatMap { y in
        let point = Point(x: Self.inch / x, y: Self.inch / y)
        let most = WireFormat.largestNumber
        return point.x <= most && point.y <= most && point.x >= 1e-3 && point.y >= 1e-3
          ? point : nil
      }
    }
  }

  /// The properties as metadata for the viewer.
  var metadata: [Metadata] {
    text.isEmpty ? [] : [Metadata(kind: .text, bytes: Array(text.utf8))]
  }

  /// The order of associated pictures as pages: label and macro first.
  static func order(_ names: [String]) -> [String] {
    func rank(_ name: String) -> Int { name == "label" ? 0 : name == "macro" ? 1 : 2 }
    return names.sorted { (rank($0), $0) < (rank($1), $1) }
  }

  /// The names of all pages.
  static func pageNames(_ pictures: [String]) -> [String] {
    pictures.isEmpty ? [] : ["slide"] + pictures
  }
}
