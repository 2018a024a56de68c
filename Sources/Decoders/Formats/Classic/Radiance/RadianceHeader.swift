import DecoderKit
import DecoderProtocol
import Geometry

/// The text header of a Radiance picture.
struct RadianceHeader {
  /// The length and number of the stored scanlines: if these are columns, the length is the
  /// picture's height.
  let size: PixelSize
  let orientation: Orientation
  /// True for CIE XYZ, false for red, green and blue.
  let isXYZ: Bool
  /// The offset of the scanlines.
  let start: Int

  /// The maximum number of bytes in a header: programs write whole command lines into it.
  private static let mostBytes = 1 << 20
  private static let longestSide = 1 << 24

  init(_ input: PictureInput) throws(CodecError) {
    var lines = LineReader(try input.bytes(at: 0, count: Self.mostBytes))
    var isXYZ = false
    while true {
      guard let line = lines.next() else {
        throw CodecError(.corrupt, "the Radiance file is damaged (its header has no end)")
      }
      if line.isEmpty { break }
      guard line.hasPrefix("FORMAT=") else { continue }
      isXYZ = line.hasSuffix("xyze")
      guard isXYZ || line.hasSuffix("rgbe") else {
        throw CodecError(.unsupported, "this kind of Radiance file is not supported")
      }
    }
    let words = lines.next()?.split(separator: " ") ?? []
    let sides = 1...Self.longestSide
    guard words.count == 4, let rows = Int(words[1]), let columns = Int(words[3]),
      sides.contains(rows), sides.contains(columns),
      let orientation = Self.orientation(String(words[0]), String(words[2]))
    else { throw CodecError(.corrupt, "the Radiance file is damaged (it has no size)") }
    size = PixelSize(width: columns, height: rows)
    self.orientation = orientation
    self.isXYZ = isXYZ
    start = lines.place
  }

  /// The orientation for the axes of scanlines and of pixels.
  private static func orientation(_ rows: String, _ columns: String) -> Orientation? {
    switch (rows, columns) {
    case ("-Y", "+X"): Orientation(exif: 1)
    case ("-Y", "-X"): Orientation(exif: 2)
    case ("+Y", "-X"): Orientation(exif: 3)
    case ("+Y", "+X"): Orientation(exif: 4)
    // By columns: with +X the first one is at the left, with -Y each starts at the top.
    case ("+X", "-Y"): Orientation(exif: 5)
    case ("-X", "-Y"): Orientation(exif: 6)
    case ("-X", "+Y"): Orientation(exif: 7)
    case ("+X", "+Y"): Orientation(exif: 8)
    default: nil
    }
  }

  /// Lines of text with any line ending.
  private struct LineReader {
    private let bytes: [UInt8]
    /// The first unread byte.
    private(set) var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> String? {
      guard let end = bytes[place...].firstIndex(of: 10) else { return nil }
      defer { place = end + 1 }
      let isLonger = end > place && bytes[end - 1] == 13
      return String(decoding: bytes[place..<(isLonger ? end - 1 : end)], as: UTF8.self)
    }
  }
}
