import CZlib
import Geometry
import Glibc
import Platform

/// A PNG file whose rows are too wide for memory: 8-bit RGBA, straight alpha, written in bands from
/// top to bottom and, within each, in pieces from left to right.
///
/// PNG stores one row after the other. So a piece's part of each row is compressed separately, kept
/// in an unnamed file, and copied to the PNG file once the band is complete. This needs the memory
/// of one piece, whatever the width; the unnamed file grows to the compressed size of a band.
final class PiecewisePNG {
  private let file: OutputFile
  private let size: PixelSize
  private let waiting: FileDescriptor
  private let compressor: DeflatedPieces
  private var rows: [Row] = []
  /// Compressed bytes to write to the unnamed file together.
  private var packed: [UInt8] = []
  private var waitingBytes = 0
  private var sum = Adler32()
  /// The pixel stream's bytes that are in no chunk yet.
  private var data: [UInt8] = []
  private var line: [UInt8] = []

  /// The state of a row of the band.
  private struct Row {
    var parts: [Part] = []
    /// The last pixel, from which the next one is predicted.
    var last: UInt32 = 0
  }

  private struct Part {
    var offset: Int
    var count: Int
    var sum: Adler32
  }

  private static let chunkBytes = 1 << 20

  /// Creates a file for a picture of a size; the unnamed file is in the first writable folder.
  init(
    _ destination: PNGFile.Destination, size: PixelSize, folders: [String]
  ) throws(UserError) {
    file = try OutputFile(destination)
    self.size = size
    do throws(Errno) {
      waiting = try UnnamedFile.create(in: folders)
    } catch {
      throw file.failure("there is no folder for a temporary file: \(error.message)")
    }
    guard let compressor = DeflatedPieces() else { throw file.failure("out of memory") }
    self.compressor = compressor
  }

  /// Writes everything before the pixels.
  func start() throws(UserError) {
    try put([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let sides = [size.width, size.height].flatMap { Self.big(UInt32(clamping: $0)) }
    try putChunk("IHDR", sides + [8, 6, 0, 0, 0])
    // Perceptual intent, as libpng's writer sets it.
    try putChunk("sRGB", [0])
    data = DeflatedPieces.header
  }

  /// Starts a band of `count` rows below the previous one.
  func beginBand(rows count: Int) { rows = Array(repeating: Row(), count: count) }

  /// Adds a piece of the band: its rows without padding, four bytes per pixel.
  func write(_ pixels: [UInt8]) throws(UserError) {
    let width = pixels.count / (4 * max(1, rows.count))
    guard width > 0 else { return }
    for row in rows.indices {
      filter(pixels, from: row * width * 4, width: width, row)
      try packLine(of: row)
    }
  }

  /// Writes the complete band to the file.
  func endBand() throws(UserError) {
    try flushPacked()
    for row in rows {
      for part in row.parts {
        try fetch(part)
        sum.append(part.sum)
        if data.count >= Self.chunkBytes { try putData() }
      }
    }
    rows = []
    waitingBytes = 0
    // Frees disk space that the next band may not need.
    _ = ftruncate(waiting.number, 0)
  }

  /// Completes the file, renames it to its final name and returns the path.
  func finish() throws(UserError) -> [UInt8] {
    data += DeflatedPieces.end + Self.big(sum.value)
    try putData()
    try putChunk("IEND", [])
    return try file.finish()
  }

  // MARK: A row's part

  /// Applies PNG's filter Sub: each pixel is stored as the difference from its left neighbour.
  private func filter(_ pixels: [UInt8], from start: Int, width: Int, _ row: Int) {
    let isFirst = rows[row].parts.isEmpty
    // A byte with the number of the filter precedes each row.
    let lead = 4
    line = isFirst ? [0, 0, 0, 1] : [0, 0, 0, 0]
    line.reserveCapacity(lead + width * 4)
    var left = rows[row].last
    pixels.withUnsafeBytes { source in
      line.append(contentsOf: source[start..<start + width * 4])
      line.withUnsafeMutableBytes { target in
        for x in 0..<width {
          let pixel = source.loadUnaligned(fromByteOffset: start + x * 4, as: UInt32.self)
          target.storeBytes(
            of: Self.difference(pixel, left), toByteOffset: lead + x * 4, as: UInt32.self)
          left = pixel
        }
      }
    }
    rows[row].last = left
  }

  /// Returns the difference of each of four bytes, without borrowing between them.
  private static func difference(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let high: UInt32 = 0x8080_8080
    return ((a | high) &- (b & ~high)) ^ ((a ^ ~b) & high)
  }

  private func packLine(of row: Int) throws(UserError) {
    let first = rows[row].parts.isEmpty ? 3 : 4
    let offset = waitingBytes + packed.count
    let part = line.withUnsafeBufferPointer { bytes in
      let bytes = UnsafeBufferPointer(rebasing: bytes[first...])
      return Part(
        offset: offset, count: compressor.add(bytes, to: &packed), sum: Adler32(bytes))
    }
    rows[row].parts.append(part)
    if packed.count >= Self.chunkBytes { try flushPacked() }
  }

  private func flushPacked() throws(UserError) {
    do throws(Errno) {
      try FileDescriptor.writeAll(packed[...], to: waiting.number, at: waitingBytes)
    } catch {
      throw file.failure("there is no room for a temporary file: \(error.message)")
    }
    waitingBytes += packed.count
    packed.removeAll(keepingCapacity: true)
  }

  private func fetch(_ part: Part) throws(UserError) {
    var reason = "the temporary file was truncated"
    do throws(Errno) {
      let bytes = try FileDescriptor.readAll(waiting.number, at: part.offset, limit: part.count)
      data += bytes
      if bytes.count == part.count { return }
    } catch {
      reason = error.message
    }
    throw file.failure("its rows could not be copied from the temporary file: \(reason)")
  }

  // MARK: The file

  private func putData() throws(UserError) {
    try putChunk("IDAT", data)
    data.removeAll(keepingCapacity: true)
  }

  private func putChunk(_ name: String, _ bytes: [UInt8]) throws(UserError) {
    let head = Array(name.utf8)
    var check = crc32(0, head, UInt32(head.count))
    // zlib's function restarts the checksum if it is given no bytes.
    if !bytes.isEmpty { check = crc32(check, bytes, UInt32(bytes.count)) }
    try put(Self.big(UInt32(bytes.count)) + head)
    try put(bytes)
    try put(Self.big(UInt32(truncatingIfNeeded: check)))
  }

  private func put(_ bytes: [UInt8]) throws(UserError) {
    do throws(Errno) {
      try FileDescriptor.writeAll(bytes[...], to: file.number)
    } catch {
      throw file.failure("could not be written: \(error.message)")
    }
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
