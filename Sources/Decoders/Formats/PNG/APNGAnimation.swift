import DecoderKit
import DecoderProtocol
import Geometry

/// The frames of an animated PNG, found by walking its chunks; nothing is decoded.
///
/// Invalid data ends the animation there. A file without frames is not an animation: its default
/// image is shown.
struct APNGAnimation {
  /// A frame: its placement, and the chunks with its pixels.
  struct Frame {
    var placement: FramePlacement
    /// The frame's duration in seconds.
    var seconds: Double
    var chunks: [PNGChunk] = []
  }

  /// The content of IHDR: size, depth, colours, interlacing.
  let head: [UInt8]
  /// The chunks between IHDR and the pixels, except those of the animation itself.
  private(set) var shared: [Range<Int>] = []
  private(set) var frames: [Frame] = []
  /// The number of frames that the file declares.
  private(set) var statedCount = 0
  /// True if the first frame is the default image.
  private(set) var beginsWithPicture = false

  private var sequence = 0
  /// The loop count, 0 for forever.
  private var plays = 0

  /// The maximum number of chunks to read before the pixels, and in total.
  private static let most = (before: 1 << 12, all: 1 << 19)
  /// The maximum number of frames that the viewer accepts.
  private static let mostFrames = 1 << 16

  /// True if its only frame is the default image.
  var isStill: Bool { frames.count == 1 && beginsWithPicture }

  var timing: FrameTiming {
    var timing = FrameTiming(loops: plays)
    for frame in frames { timing.add(seconds: frame.seconds) }
    return timing
  }

  /// The size of the canvas.
  var size: PixelSize {
    PixelSize(width: PNGChunk.number(head, 0), height: PNGChunk.number(head, 4))
  }

  /// Walks a file; `nil` if it has no animation.
  init?(of input: PictureInput) {
    do throws(CodecError) {
      guard let first = try PNGChunk(at: 8, of: input), first.name == "IHDR",
        let head = try first.bytes(count: 13, of: input)
      else { return nil }
      self.head = head
      guard let count = try readUntilPixels(from: first.next, of: input) else { return nil }
      if frames.last?.chunks.isEmpty == true { frames.removeLast() }
      if frames.count > count { frames.removeLast(frames.count - count) }
      guard !frames.isEmpty else { return nil }
      statedCount = count
    } catch {
      return nil
    }
  }

  /// Reads the chunks before the pixels; returns the declared number of frames, `nil` without
  /// animation.
  private mutating func readUntilPixels(
    from start: Int, of input: PictureInput
  ) throws(CodecError) -> Int? {
    var place = start
    var count: Int?
    for _ in 0..<Self.most.before {
      guard let chunk = try PNGChunk(at: place, of: input) else { return nil }
      place = chunk.next
      switch chunk.name {
      case "acTL":
        guard let bytes = try chunk.bytes(count: 8, of: input) else { return nil }
        count = min(PNGChunk.number(bytes, 0), Self.mostFrames)
        plays = PNGChunk.number(bytes, 4)
      case "fcTL": guard try addFrame(chunk, of: input) else { return nil }
      case "IDAT":
        guard let count, count > 0 else { return nil }
        if let first = frames.first {
          // The default image covers the whole canvas.
          guard frames.count == 1, first.placement.area == PixelRect(size) else { return nil }
          beginsWithPicture = true
        }
        try readFrames(from: chunk, most: count, of: input)
        return count
      case "IEND", "fdAT": return nil
      default: shared.append(chunk.start..<chunk.next)
      }
    }
    return nil
  }

  private mutating func readFrames(
    from first: PNGChunk, most: Int, of input: PictureInput
  ) throws(CodecError) {
    var chunk = first
    for _ in 0..<Self.most.all {
      switch chunk.name {
      case "IDAT": if beginsWithPicture, frames.count == 1 { frames[0].chunks.append(chunk) }
      case "fcTL":
        if frames.last?.chunks.isEmpty == true { return }
        guard frames.count < most, try addFrame(chunk, of: input) else { return }
      case "fdAT":
        // An empty fdAT chunk is allowed, and adds nothing.
        guard !frames.isEmpty, chunk.content.count >= 4,
          try takeNumber(input.bytes(at: chunk.content.lowerBound, count: 4))
        else { return }
        frames[frames.count - 1].chunks.append(chunk)
      case "IEND": return
      default: break
      }
      guard let next = try PNGChunk(at: chunk.next, of: input) else { return }
      chunk = next
    }
  }

  /// Adds a frame; returns false if it is invalid.
  private mutating func addFrame(_ chunk: PNGChunk, of input: PictureInput) throws(CodecError)
    -> Bool
  {
    guard let bytes = try chunk.bytes(count: 26, of: input), takeNumber(bytes) else { return false }
    let (width, height) = (PNGChunk.number(bytes, 4), PNGChunk.number(bytes, 8))
    let (left, top) = (PNGChunk.number(bytes, 12), PNGChunk.number(bytes, 16))
    guard width > 0, height > 0, left + width <= size.width, top + height <= size.height,
      bytes[24] <= 2, bytes[25] <= 1
    else { return false }
    // A denominator of 0 means 100.
    let parts = Int(bytes[22]) << 8 | Int(bytes[23])
    frames.append(
      Frame(
        placement: FramePlacement(
          area: PixelRect(minX: left, minY: top, maxX: left + width, maxY: top + height),
          disposal: [.keep, .clear, .restore][Int(bytes[24])], isBlended: bytes[25] == 1),
        seconds: Double(Int(bytes[20]) << 8 | Int(bytes[21])) / Double(parts == 0 ? 100 : parts)))
    return true
  }

  /// True if the chunk's sequence number is the next one.
  private mutating func takeNumber(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 4, PNGChunk.number(bytes, 0) == sequence else { return false }
    sequence += 1
    return true
  }
}
