import DecoderKit
import DecoderProtocol
import Geometry

/// The chunks of a WebP file, found by walking their headers.
///
/// libwebp's own demuxer needs the whole file in memory.
struct WebPContainer {
  /// The picture's size, or that of the animation's canvas.
  private(set) var size = PixelSize.zero
  /// The frames; one for a still picture.
  private(set) var frames: [WebPFrame] = []
  private(set) var isAnimated = false
  /// The loop count, 0 for forever.
  private(set) var loops = 0
  /// The location of the colour profile.
  private(set) var profile: Range<Int>?
  /// The location of the EXIF block.
  private(set) var exif: Range<Int>?

  /// True if the file ends before the container does.
  let isCut: Bool

  let input: PictureInput
  private let end: Int

  /// The maximum number of chunks to walk; a longer file ends there.
  private static let mostChunks = 1 << 17
  /// The maximum number of chunks of a frame to search for its pixels; alpha precedes them.
  private static let mostChunksOfFrame = 64
  /// The maximum number of frames that the viewer accepts.
  private static let mostFrames = 1 << 16

  /// Walks a file.
  init(_ input: PictureInput) throws(CodecError) {
    self.input = input
    let bytes = input.byteCount
    let head = try WebPBytes(input, at: 0, count: 12)
    guard head.tag(0) == "RIFF", head.tag(8) == "WEBP", let riff = head.number(4, bytes: 4) else {
      throw CodecError(.corrupt, "it is not a WebP file")
    }
    // Data after the container is ignored; some writers leave its size at 0.
    isCut = riff + 8 > bytes
    end = riff >= 12 ? min(bytes, riff + 8) : bytes
    guard let first = try chunk(at: 12) else { throw Self.cut }
    if first.tag == "VP8X" {
      try readExtended(first)
    } else {
      try add(WebPImage(first, in: input), at: nil)
    }
    guard !frames.isEmpty else { throw Self.cut }
  }

  private static var cut: CodecError {
    CodecError(.corrupt, "the WebP file is damaged (it has no picture)")
  }

  private mutating func readExtended(_ first: WebPChunk) throws(CodecError) {
    let head = try WebPBytes(input, at: first.payload.lowerBound, count: 10)
    guard let flags = head.number(0, bytes: 1), let width = head.number(4, bytes: 3),
      let height = head.number(7, bytes: 3)
    else { throw Self.cut }
    isAnimated = flags & 0x02 != 0
    if isAnimated { size = PixelSize(width: width + 1, height: height + 1) }
    var place = first.next
    var alpha: WebPChunk?
    for _ in 0..<Self.mostChunks {
      guard let chunk = try chunk(at: place) else { break }
      switch chunk.tag {
      case "ICCP": profile = profile ?? chunk.payload
      case "EXIF": exif = exif ?? chunk.payload
      case "ALPH": alpha = alpha ?? chunk
      case "ANIM":
        let head = try WebPBytes(input, at: chunk.payload.lowerBound, count: 6)
        loops = head.number(4, bytes: 2) ?? 0
      case "VP8 ", "VP8L":
        if !isAnimated, frames.isEmpty {
          try add(WebPImage(chunk, alpha: alpha, in: input), at: nil)
        }
      case "ANMF":
        guard isAnimated, frames.count < Self.mostFrames else { break }
        try addFrame(chunk)
      default: break
      }
      place = chunk.next
    }
  }

  /// Adds a frame of an animation; one truncated before its pixels is left out.
  private mutating func addFrame(_ frame: WebPChunk) throws(CodecError) {
    let head = try WebPBytes(input, at: frame.payload.lowerBound, count: 16)
    guard let left = head.number(0, bytes: 3), let top = head.number(3, bytes: 3),
      let duration = head.number(12, bytes: 3), let flags = head.number(15, bytes: 1)
    else { return }
    var place = frame.payload.lowerBound + 16
    var alpha: WebPChunk?
    for _ in 0..<Self.mostChunksOfFrame {
      guard let chunk = try chunk(at: place, end: frame.payload.upperBound) else { return }
      if chunk.tag == "ALPH" { alpha = alpha ?? chunk }
      if chunk.tag == "VP8 " || chunk.tag == "VP8L" {
        guard let image = try? WebPImage(chunk, alpha: alpha, in: input) else { return }
        let area = PixelRect(
          minX: left * 2, minY: top * 2, maxX: left * 2 + image.size.width,
          maxY: top * 2 + image.size.height)
        add(
          image,
          at: FramePlacement(
            area: area, disposal: flags & 1 != 0 ? .clear : .keep,
            isBlended: flags & 2 == 0 && image.hasAlpha), milliseconds: duration)
        return
      }
      place = chunk.next
    }
  }

  private mutating func add(
    _ image: WebPImage, at placement: FramePlacement?, milliseconds: Int = 0
  ) {
    if !isAnimated { size = image.size }
    frames.append(
      WebPFrame(
        image: image,
        placement: placement ?? FramePlacement(area: PixelRect(image.size), isBlended: false),
        milliseconds: milliseconds))
  }

  /// The chunk at an offset, with its payload clipped to the file; `nil` if there is none.
  private func chunk(at place: Int, end: Int? = nil) throws(CodecError) -> WebPChunk? {
    let end = min(self.end, end ?? self.end)
    guard place <= end - 8 else { return nil }
    let head = try WebPBytes(input, at: place, count: 8)
    guard let size = head.number(4, bytes: 4), let tag = head.tag(0) else { return nil }
    let start = place + 8
    return WebPChunk(
      tag: tag, payload: start..<min(end, start + size), next: start + size + size % 2)
  }
}

/// A frame of a file.
struct WebPFrame {
  let image: WebPImage
  let placement: FramePlacement
  /// The frame's duration in milliseconds.
  let milliseconds: Int
}

/// A chunk of a file.
struct WebPChunk {
  let tag: String
  /// The location of its content, as far as the file has it.
  let payload: Range<Int>
  /// The next chunk's offset.
  let next: Int

  /// The offset of its tag.
  var start: Int { payload.lowerBound - 8 }
}

extension WebPContainer {
  /// The largest colour profile in bytes.
  private static let mostProfileBytes = 16 << 20
  /// The maximum number of bytes of an EXIF block to read.
  private static let mostExifBytes = 1 << 20

  /// The orientation in the EXIF block.
  var orientation: Orientation {
    get throws(CodecError) {
      guard let exif, exif.count >= 8 else { return .identity }
      let bytes = try input.bytes(at: exif.lowerBound, count: min(exif.count, Self.mostExifBytes))
      // Blocks with JPEG's “Exif” header in front are common, too.
      let name = Array("Exif".utf8) + [0, 0]
      return bytes.withUnsafeBytes { block in
        let start = block.starts(with: name) ? name.count : 0
        return Orientation(exifBlock: UnsafeRawBufferPointer(rebasing: block.dropFirst(start)))
      }
    }
  }

  /// The colour space: sRGB without a profile.
  var color: SourceColor {
    get throws(CodecError) {
      guard let profile, !profile.isEmpty, profile.count <= Self.mostProfileBytes else {
        return .sRGB
      }
      return .icc(try input.bytes(at: profile.lowerBound, count: profile.count))
    }
  }
}
