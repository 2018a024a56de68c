import Geometry
import Platform

/// What the window's title says, piece by piece.
struct TitleParts: Hashable, Sendable {
  /// The file's name.
  var name: String
  /// Which of its pages is shown, where there are several.
  var page: PageNumber?
  /// The picture's size in pixels, once it is known.
  var size: PixelSize?
  /// Device pixels for each image pixel.
  var scale: Double?
  /// Its place in the album, counted from 1; `nil` until it is known.
  var place: Int?
  /// How many pictures the album has; `nil` until it is known.
  var count: Int?
}

/// The window's title: name, pixel size, zoom and place in the album.
enum WindowTitle {
  /// The title of what is shown.
  static func text(_ title: TitleParts) -> String {
    var parts = [title.name]
    if let page = title.page { parts.append(page.text) }
    if let size = title.size { parts.append("\(size.width) × \(size.height)") }
    if let scale = title.scale { parts.append(percentage(scale)) }
    if let place = title.place, let count = title.count, count > 1 {
      parts.append("\(place) / \(count)")
    }
    return parts.joined(separator: " — ") + " — Fresnel"
  }

  /// A scale as a percentage, with as many digits as tell neighbouring zooms apart.
  static func percentage(_ scale: Double) -> String {
    let percent = scale * 100
    if percent >= 10 { return "\(Int(percent.rounded())) %" }
    let tenths = Int((percent * 10).rounded())
    if tenths >= 1 { return "\(tenths / 10).\(tenths % 10) %" }
    return "< 0.1 %"
  }
}

/// Which page of how many.
struct PageNumber: Hashable, Sendable {
  /// Counted from 1.
  var number: Int
  /// How many the file has.
  var count: Int
  /// What the file calls it; empty where it does not.
  var name = ""

  /// As much of a name as leaves room for the rest.
  private static let longestName = 80

  /// What people read.
  ///
  /// A name that only repeats the number says nothing. A file's name of a page may be anything, so
  /// what would turn the title around, or could not be seen in it, is escaped.
  var text: String {
    let place = "page \(number) of \(count)"
    let plain = escapedForDisplay(name.utf8, limit: Self.longestName)
    return plain.isEmpty || plain == "\(number)" ? place : "\(place): \(plain)"
  }
}
