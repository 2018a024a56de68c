import CJPEG
import Geometry
import Glibc

/// A slide of 100 000 × 80 000 pixels, and the same as an ordinary pyramid, both with a few JPEG
/// tiles that are referenced repeatedly: some megabytes instead of gigabytes.
///
/// A decoder does the same work as for a real slide; only the disk has less to do.
struct TiledSlide {
  /// The file's layout.
  enum Kind: String, CaseIterable {
    /// Halved level by level, as TIFF's decoder supports it.
    case pyramid = "slide.tif"
    /// Each level a quarter of the one before, as Aperio's scanners write it.
    case aperio = "slide.svs"
  }

  private static let size = PixelSize(width: 100_000, height: 80_000)
  private static let edge = 256
  private static let tileCount = 16

  private let tiles: [[UInt8]]
  private var bytes: [UInt8] = []

  /// Makes the files that are missing in a folder.
  static func make(in folder: String) throws(PictureError) {
    let missing = Kind.allCases.filter { access("\(folder)/\($0.rawValue)", F_OK) != 0 }
    guard !missing.isEmpty else { return }
    var tiles: [[UInt8]] = []
    for number in 0..<tileCount { tiles.append(try tile(number, folder: folder)) }
    for kind in missing {
      printError("Making \(kind.rawValue) in \(folder)")
      var slide = TiledSlide(tiles: tiles)
      try slide.write(kind, to: "\(folder)/\(kind.rawValue)")
    }
  }

  private init(tiles: [[UInt8]]) { self.tiles = tiles }

  /// Returns a part of the benchmark's terrain as a JPEG.
  private static func tile(_ number: Int, folder: String) throws(PictureError) -> [UInt8] {
    let path = "\(folder)/tile.jpg"
    let whole = PixelSize(width: edge, height: 6000)
    let rows = UnsafeMutablePointer<UInt8>.allocate(capacity: edge * edge * 3)
    defer {
      rows.deallocate()
      unlink(path)
    }
    Terrain(size: whole).paint(number * edge..<(number + 1) * edge, into: rows)
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .system(path) }
    // The sink closes its own descriptor.
    let sink = try JPEGSink(file: dup(file), size: PixelSize(width: edge, height: edge))
    defer { close(file) }
    try sink.write(rows, count: edge)
    try sink.finish()
    var bytes = [UInt8](repeating: 0, count: edge * edge * 3)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { throw .system(path) }
    return Array(bytes.prefix(count))
  }

  private mutating func write(_ kind: Kind, to path: String) throws(PictureError) {
    bytes = [0x49, 0x49, 43, 0, 8, 0, 0, 0] + number(0, bytes: 8)
    let places = tiles.map { tile in
      defer { bytes += tile }
      return bytes.count
    }
    var size = Self.size
    var step = 1
    var link = 8
    while max(size.width, size.height) > 600 || step == 1 {
      link = add(kind, size, step: step, places, linkedAt: link)
      step *= kind == .pyramid ? 2 : 4
      size = PixelSize(width: Self.size.width / step, height: Self.size.height / step)
    }
    let file = fopen(path + ".part", "w")
    guard let file, fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0,
      rename(path + ".part", path) == 0
    else { throw .system(path) }
  }

  private func number(_ value: Int, bytes count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Adds a BigTIFF directory; returns the offset of its link to the next one.
  private mutating func add(
    _ kind: Kind, _ size: PixelSize, step: Int, _ places: [Int], linkedAt link: Int
  ) -> Int {
    let across = (size.width + Self.edge - 1) / Self.edge
    let down = (size.height + Self.edge - 1) / Self.edge
    let picks = (0..<across * down).map {
      ($0 % across * 7 + $0 / across * 13 + step) % places.count
    }
    let description =
      kind == .aperio
      ? "Aperio Image Library v11\r\n\(size.width)x\(size.height)|AppMag = 40|MPP = 0.25\0"
      : "benchmark\0"
    let words = append(Array(description.utf8))
    let offsets = append(picks.flatMap { number(places[$0], bytes: 8) })
    let counts = append(picks.flatMap { number(tiles[$0].count, bytes: 4) })
    // Tag, type (2 ASCII, 3 SHORT, 4 LONG, 16 LONG8), count, the value or its offset.
    var fields: [(tag: Int, type: Int, count: Int, value: Int)] = [
      (256, 4, 1, size.width), (257, 4, 1, size.height), (258, 3, 3, 0x8_0008_0008),
      (259, 3, 1, 7), (262, 3, 1, 6), (270, 2, description.utf8.count, words), (277, 3, 1, 3),
      (284, 3, 1, 1), (322, 4, 1, Self.edge), (323, 4, 1, Self.edge),
      (324, 16, picks.count, offsets), (325, 4, picks.count, counts), (530, 3, 2, 0x2_0002),
    ]
    if kind == .pyramid, step > 1 { fields.insert((254, 4, 1, 1), at: 0) }
    let directory = append(
      number(fields.count, bytes: 8)
        + fields.flatMap {
          number($0.tag, bytes: 2) + number($0.type, bytes: 2) + number($0.count, bytes: 8)
            + number($0.value, bytes: 8)
        } + number(0, bytes: 8))
    bytes.replaceSubrange(link..<link + 8, with: number(directory, bytes: 8))
    return bytes.count - 8
  }

  /// Appends bytes at an even offset and returns that offset.
  private mutating func append(_ part: [UInt8]) -> Int {
    if bytes.count % 2 == 1 { bytes.append(0) }
    defer { bytes += part }
    return bytes.count
  }
}
