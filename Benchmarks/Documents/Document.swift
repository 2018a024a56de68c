import Geometry

/// A subject written to a file.
struct Document {
  enum Kind: String {
    case svg
    case pdf
  }

  let subject: Subject
  let kind: Kind
  let path: String

  var name: String { "\(subject.name).\(kind.rawValue)" }

  /// Writes the file into a folder.
  init(_ subject: Subject, _ kind: Kind, in folder: String) throws {
    self.subject = subject
    self.kind = kind
    path = "\(folder)/\(subject.name).\(kind.rawValue)"
    switch kind {
    case .svg:
      let sheet = SVGSheet(subject.size)
      subject.draw(sheet)
      try sheet.finish(path)
    case .pdf:
      let sheet = PDFSheet(subject.size, path)
      subject.draw(sheet)
      try sheet.finish()
    }
  }
}

/// A view of a document: a surface and a scale, in surface pixels per document unit.
struct Sight {
  static let surface = PixelSize(width: 1536, height: 1024)

  /// The name in the results.
  let name: String
  private(set) var scale: Double
  /// The point in the middle of the surface, in document units.
  let center: Point

  /// Makes a view of the whole document, or of a part of it, enlarged by a factor.
  init(of subject: Subject, enlarged: Double) {
    let whole = min(
      Double(Self.surface.width) / subject.size.width,
      Double(Self.surface.height) / subject.size.height)
    name = enlarged == 1 ? "whole" : "\(Int(enlarged)) x"
    scale = whole * enlarged
    // Not the exact middle, where everything would fall on whole pixels.
    let share = enlarged == 1 ? 0.5 : 0.43
    center = Point(x: subject.size.width * share, y: subject.size.height * share)
  }

  /// Returns the view at a slightly different scale for each round, so that nothing is cached.
  func varied(_ round: Int) -> Sight {
    var varied = self
    varied.scale *= 1 + 0.002 * Double(round + 1)
    return varied
  }

  /// The scale one wheel step further out.
  var stepBefore: Double { scale / 1.25 }

  /// The position of the surface's top left corner in the enlarged document, in pixels.
  var corner: Point {
    Point(
      x: center.x * scale - Double(Self.surface.width) / 2,
      y: center.y * scale - Double(Self.surface.height) / 2)
  }
}
