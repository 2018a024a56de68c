import Geometry

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
