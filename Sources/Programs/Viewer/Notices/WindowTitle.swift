import Geometry
import Platform

struct TitleParts: Hashable, Sendable {
  /// The file's name.
  var name: String
  /// The page, if there are several.
  var page: PageNumber?
  /// The picture's size in pixels, once known.
  var size: PixelSize?
  /// Device pixels per image pixel.
  var scale: Double?
  /// The picture's number in the album, from 1; `nil` until known.
  var place: Int?
  /// The number of pictures in the album; `nil` until known.
  var count: Int?
  /// True for a marked file.
  var isMarked = false
}

/// The window's title: name, pixel size, zoom and number in the album.
enum WindowTitle {
  static func text(_ title: TitleParts) -> String {
    var parts = [(title.isMarked ? "✓ " : "") + title.name]
    if let page = title.page { parts.append(page.text) }
    if let size = title.size { parts.append("\(size.width) × \(size.height)") }
    if let scale = title.scale { parts.append(percentage(scale)) }
    if let place = title.place, let count = title.count, count > 1 {
      parts.append("\(place) / \(count)")
    }
    return parts.joined(separator: " — ") + " — Fresnel"
  }

  /// Returns a scale as a percentage, with enough digits to distinguish adjacent zooms.
  static func percentage(_ scale: Double) -> String {
    let percent = scale * 100
    if percent >= 10 { return "\(Int(percent.rounded())) %" }
    let tenths = Int((percent * 10).rounded())
    if tenths >= 1 { return "\(tenths / 10).\(tenths % 10) %" }
    return "< 0.1 %"
  }
}

struct PageNumber: Hashable, Sendable {
  /// From 1.
  var number: Int
  /// The number of pages in the file.
  var count: Int
  /// The page's name in the file; empty if there is none.
  var name = ""

  /// The maximum length of a name, which leaves room for the rest.
  private static let longestName = 80

  /// The text to display.
  ///
  /// A name that only repeats the number is omitted. Names come from the file and may contain
  /// anything, so bidirectional and invisible characters are escaped.
  var text: String {
    let place = "page \(number) of \(count)"
    let plain = escapedForDisplay(name.utf8, limit: Self.longestName)
    return plain.isEmpty || plain == "\(number)" ? place : "\(place): \(plain)"
  }
}
