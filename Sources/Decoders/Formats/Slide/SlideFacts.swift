import DecoderProtocol
import Geometry

/// What a slide says of itself that people ask for.
struct SlideFacts {
  /// Pixels an inch, from the microns that a pixel covers; `nil` where the slide doesn't say.
  let resolution: Point?
  /// A line for each fact.
  let text: String

  /// Microns in an inch.
  private static let inch = 25_400.0

  /// Asks for properties by OpenSlide's names.
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

  /// The same for the viewer.
  var metadata: [Metadata] {
    text.isEmpty ? [] : [Metadata(kind: .text, bytes: Array(text.utf8))]
  }

  /// Pictures that belong to a slide in the order in which they are pages: label and macro first.
  static func order(_ names: [String]) -> [String] {
    func rank(_ name: String) -> Int { name == "label" ? 0 : name == "macro" ? 1 : 2 }
    return names.sorted { (rank($0), $0) < (rank($1), $1) }
  }

  /// The names of all pages.
  static func pageNames(_ pictures: [String]) -> [String] {
    pictures.isEmpty ? [] : ["slide"] + pictures
  }
}
