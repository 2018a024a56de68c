import Geometry
import Glibc
import Platform

/// The pictures in a folder; each gets its name only when it is complete.
struct PictureSet {
  let folder: String

  private static let sizes = [
    (megapixels: "0.1", size: PixelSize(width: 400, height: 250)),
    (megapixels: "1", size: PixelSize(width: 1280, height: 800)),
    (megapixels: "4", size: PixelSize(width: 2500, height: 1600)),
    (megapixels: "12", size: PixelSize(width: 4000, height: 3000)),
    (megapixels: "24", size: PixelSize(width: 6000, height: 4000)),
    (megapixels: "108", size: PixelSize(width: 12_000, height: 9000)),
    (megapixels: "1074", size: PixelSize(width: 32_768, height: 32_768)),
  ]

  /// Makes the pictures that are missing.
  func make(upTo largest: Int) throws(PictureError) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw .system(folder) }
    for (megapixels, size) in Self.sizes where Double(megapixels) ?? 0 <= Double(largest) {
      let names = ["jpg", "png", "tif"].map { "picture-\(megapixels)mp.\($0)" }
      let missing = names.filter { access("\(folder)/\($0)", F_OK) != 0 }
      if missing.isEmpty { continue }
      printError("Making \(missing.joined(separator: ", ")) in \(folder)")
      try make(missing, size: size, by: Terrain(size: size))
    }
  }

  /// Makes `gigapixel.tif` if it is missing, a pyramid of 40 000 × 25 000 pixels.
  func makeGigapixel() throws(PictureError) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw .system(folder) }
    if access("\(folder)/gigapixel.tif", F_OK) == 0 { return }
    printError("Making gigapixel.tif in \(folder)")
    let size = PixelSize(width: 40_000, height: 25_000)
    try make(["gigapixel.tif"], size: size, by: Gasket(size: size))
  }

  /// Makes several files of one picture from the same rows.
  private func make(
    _ names: [String], size: PixelSize, by painter: some RowPainter
  ) throws(PictureError) {
    var sinks: [any RowSink] = []
    defer { for name in names { unlink("\(folder)/\(name).part") } }
    for name in names { sinks.append(try sink(name, size: size)) }
    let rows = UnsafeMutablePointer<UInt8>.allocate(capacity: size.width * 3 * Terrain.bandRows)
    defer { rows.deallocate() }
    for first in stride(from: 0, to: size.height, by: Terrain.bandRows) {
      let count = min(Terrain.bandRows, size.height - first)
      // Each row is painted by one thread and each sink is used by one; both finish before the next
      // step starts.
      nonisolated(unsafe) let band = rows
      let cells = (count + Terrain.cell - 1) / Terrain.cell
      try forEachInParallel(cells) { (cell) throws(PictureError) in
        let begin = cell * Terrain.cell
        painter.paint(
          first + begin..<first + min(begin + Terrain.cell, count),
          into: band + begin * size.width * 3)
      }
      nonisolated(unsafe) let writers = sinks
      try forEachInParallel(writers.count) { (index) throws(PictureError) in
        try writers[index].write(UnsafePointer(band), count: count)
      }
    }
    for sink in sinks { try sink.finish() }
    sinks = []
    for name in names {
      let path = "\(folder)/\(name)"
      guard rename(path + ".part", path) == 0 else { throw .system(path) }
    }
  }

  private func sink(_ name: String, size: PixelSize) throws(PictureError) -> any RowSink {
    let path = "\(folder)/\(name).part"
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .system(path) }
    if name.hasSuffix("jpg") { return try JPEGSink(file: file, size: size) }
    if name.hasSuffix("png") { return try PNGSink(file: file, size: size) }
    return try TIFFSink(file: file, size: size, folder: folder)
  }
}
