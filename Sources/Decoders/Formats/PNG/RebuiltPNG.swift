import CPNG
import DecoderKit
import DecoderProtocol

/// An animation frame as a separate PNG, made of parts of the file and new ones: IHDR with the
/// frame's size, and the names and checksums of its pixel chunks.
final class RebuiltPNG {
  /// The parts, in order; they point into this object's memory.
  let pieces: UnsafeMutablePointer<fresnel_png_piece>
  let count: Int
  private let memory: UnsafeMutablePointer<UInt8>

  /// A part of the picture, before its address is known.
  private enum Part {
    case new([UInt8])
    case file(Range<Int>)
  }

  /// Bytes to read at once for a checksum.
  private static let stepBytes = 256 << 10

  /// Makes a picture of a frame.
  init(_ frame: APNGAnimation.Frame, of animation: APNGAnimation, in input: PictureInput)
    throws(CodecError)
  {
    let size = frame.placement.area.size
    let head = Self.big(size.width) + Self.big(size.height) + animation.head.dropFirst(8)
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var parts: [Part] = [.new(signature + Self.chunk("IHDR", head))]
    parts += animation.shared.map { .file($0) }
    for chunk in frame.chunks { parts += try Self.parts(of: chunk, in: input) }
    parts.append(.new(Self.chunk("IEND", [])))
    let new = parts.flatMap { if case .new(let bytes) = $0 { bytes } else { [UInt8]() } }
    memory = .allocate(capacity: new.count)
    memory.initialize(from: new, count: new.count)
    pieces = .allocate(capacity: parts.count)
    count = parts.count
    var place = memory
    for (index, part) in parts.enumerated() {
      var piece = fresnel_png_piece()
      switch part {
      case .new(let bytes):
        piece.bytes = UnsafePointer(place)
        piece.count = bytes.count
        place += bytes.count
      case .file(let range):
        piece.offset = input.start + Int64(range.lowerBound)
        piece.count = range.count
      }
      (pieces + index).initialize(to: piece)
    }
  }

  deinit {
    pieces.deallocate()
    memory.deallocate()
  }

  /// A pixel chunk renamed to IDAT.
  private static func parts(
    of chunk: PNGChunk, in input: PictureInput
  ) throws(CodecError) -> [Part] {
    guard chunk.name == "fdAT" else { return [.file(chunk.start..<chunk.next)] }
    let content = chunk.content.lowerBound + 4..<chunk.content.lowerBound + chunk.length
    if content.isEmpty { return [] }
    let name = Array("IDAT".utf8)
    let beginning = Part.new(big(content.count) + name)
    // libpng never reaches the checksum of a truncated chunk.
    guard chunk.isWhole else { return [beginning, .file(content)] }
    var stated = PNGChecksum(
      Array("fdAT".utf8) + (try input.bytes(at: chunk.content.lowerBound, count: 4)))
    var wanted = PNGChecksum(name)
    var place = content.lowerBound
    while place < content.upperBound {
      let bytes = try input.bytes(at: place, count: min(stepBytes, content.upperBound - place))
      if bytes.isEmpty { break }
      stated.add(bytes)
      wanted.add(bytes)
      place += bytes.count
    }
    let stored = try input.bytes(at: content.upperBound, count: 4)
    // A chunk whose checksum is wrong gets a wrong one again, so that libpng sees the damage.
    let damage = stored.count == 4 ? UInt32(PNGChunk.number(stored, 0)) ^ stated.value : 1
    return [beginning, .file(content), .new(big(Int(wanted.value ^ damage)))]
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return big(content.count) + body + big(Int(PNGChecksum(body).value))
  }

  private static func big(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}
