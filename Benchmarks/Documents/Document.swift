import Geometry

/// A subject in a file.
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

/// What is seen of a document: a surface at a scale, in pixels of the surface a unit.
struct Sight {
  static let surface = PixelSize(width: 1536, height: 1024)

  /// What people call it.
  let name: String
  private(set) var scale: Double
  /// The point that is in the middle, in the document's units.
  let center: Point

  /// The whole document, and a part of it, so many times larger.
  init(of subject: Subject, enlarged: Double) {
    let whole = min(
      Double(Self.surface.width) / subject.size.width,
      Double(Self.surface.height) / subject.size.height)
    name = enlarged == 1 ? "whole" : "\(Int(enlarged)) x"
    scale = whole * enlarged
    // Not the middle itself, where everything would stand on whole pixels.
    let share = enlarged == 1 ? 0.5 : 0.43
    center = Point(x: subject.size.width * share, y: subject.size.height * share)
  }

  /// The same at a slightly different scale for each round, so that nothing is there already.
  func varied(_ round: Int) -> Sight {
    var varied = self
    varied.scale *= 1 + 0.002 * Double(round + 1)
    return varied
  }

  /// The scale that is a step of the wheel further away.
  var stepBefore: Double { scale / 1.25 }

  /// Where the surface's left upper corner is in the enlarged document.
  var corner: Point {
    Point(
      x: center.x * scale - Double(Self.surface.width) / 2,
      y: center.y * scale - Double(Self.surface.height) / 2)
  }
}
