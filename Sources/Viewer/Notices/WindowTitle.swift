import Geometry

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
  /// Its place in the album, counted from 1.
  var place = 1
  /// How many pictures the album has, as far as is known.
  var count = 1
}

/// The window's title: name, pixel size, zoom and place in the album.
enum WindowTitle {
  /// The title of what is shown.
  static func text(_ title: TitleParts) -> String {
    var parts = [title.name]
    if let page = title.page { parts.append(page.text) }
    if let size = title.size { parts.append("\(size.width) × \(size.height)") }
    if let scale = title.scale { parts.append(percentage(scale)) }
    if title.count > 1 { parts.append("\(title.place) / \(title.count)") }
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

  /// What people read.
  var text: String { "page \(number) of \(count)" }
}
