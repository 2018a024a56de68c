import Geometry

/// The window's title: name, pixel size, zoom and place in the album.
enum WindowTitle {
  /// The title of a picture that is shown.
  static func text(
    name: String, page: String? = nil, size: PixelSize?, scale: Double?, place: Int, count: Int
  ) -> String {
    var parts = [name]
    if let page { parts.append(page) }
    if let size { parts.append("\(size.width) × \(size.height)") }
    if let scale { parts.append(percentage(scale)) }
    if count > 1 { parts.append("\(place) / \(count)") }
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
