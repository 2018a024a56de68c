import DecoderKit
import DecoderProtocol
import Geometry

/// Which parts of a WebP file hold what: its chunks, walked by their headers alone.
///
/// libwebp's own demuxer wants the whole file in memory.
struct WebPContainer {
  /// The size of the whole: the picture's, or of the canvas that frames are drawn on.
  private(set) var size = PixelSize.zero
  /// The frames; of a picture that does not move there is one.
  private(set) var frames: [WebPFrame] = []
  private(set) var isAnimated = false
  /// How often the frames are shown, 0 for without end.
  private(set) var loops = 0
  /// Where a colour profile lies.
  private(set) var profile: Range<Int>?
  /// Where an EXIF block lies.
  private(set) var exif: Range<Int>?

  /// Whether the file ends before the container does.
  let isCut: Bool

  let input: PictureInput
  private let end: Int

  /// How many chunks are looked at: a file that has more ends there.
  private static let mostChunks = 1 << 17
  /// How many chunks of a frame are looked at for its pixels: alpha is what stands before them.
  private static let mostChunksOfFrame = 64
  /// How many frames are looked at, as many as the viewer believes in.
  private static let mostFrames = 1 << 16

  /// Looks through a file.
  init(_ input: PictureInput) throws(CodecError) {
    self.input = input
    let bytes = input.byteCount
    let head = try WebPBytes(input, at: 0, count: 12)
    guard head.tag(0) == "RIFF", head.tag(8) == "WEBP", let riff = head.number(4, bytes: 4) else {
      throw CodecError(.corrupt, "it is not a WebP file")
    }
    // What follows the container is none of its chunks; some writers leave its size at 0.
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

  /// Adds a frame of an animation; one that is cut off before its pixels begin is left out.
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

  /// The chunk at a place, whose payload ends where the file does; `nil` where there is none.
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
  /// How long it is shown.
  let milliseconds: Int
}

/// A chunk of a file.
struct WebPChunk {
  let tag: String
  /// What of its content the file has.
  let payload: Range<Int>
  /// Where the next one begins.
  let next: Int

  /// Its first byte, which is its tag's.
  var start: Int { payload.lowerBound - 8 }
}

extension WebPContainer {
  /// The most bytes that a colour profile may have.
  private static let mostProfileBytes = 16 << 20
  /// The most bytes of an EXIF block that are looked at.
  private static let mostExifBytes = 1 << 20

  /// How the picture is to be laid down, as its EXIF block says.
  var orientation: Orientation {
    get throws(CodecError) {
      guard let exif, exif.count >= 8 else { return .identity }
      let bytes = try input.bytes(at: exif.lowerBound, count: min(exif.count, Self.mostExifBytes))
      // The block as JPEG has it, with a name before it, is not rare either.
      let name = Array("Exif".utf8) + [0, 0]
      return bytes.withUnsafeBytes { block in
        let start = block.starts(with: name) ? name.count : 0
        return Orientation(exifBlock: UnsafeRawBufferPointer(rebasing: block.dropFirst(start)))
      }
    }
  }

  /// What the colours mean: sRGB where there is no profile.
  var color: SourceColor {
    get throws(CodecError) {
      guard let profile, !profile.isEmpty, profile.count <= Self.mostProfileBytes else {
        return .sRGB
      }
      return .icc(try input.bytes(at: profile.lowerBound, count: profile.count))
    }
  }
}
