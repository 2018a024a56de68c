import DecoderKit
import DecoderProtocol

/// Decodes QOI's chunks, by the format's specification 1.0.
struct QOIReader: ~Copyable {
  private let input: PictureInput
  /// A part of the file followed by zeros, so that no chunk needs a bounds check.
  private let buffer: UnsafeMutableRawBufferPointer
  /// Bytes of the buffer from the file.
  private var filled = 0
  /// The next chunk's offset in the buffer.
  private var next = 0
  /// The file offset of the next bytes for the buffer.
  private var offset = QOIHeader.byteCount
  private var isAtEnd = false

  private static let bufferBytes = 256 << 10
  /// Bytes of the longest chunk.
  private static let longestChunk = 5

  init(_ input: PictureInput) {
    self.input = input
    buffer = .allocate(byteCount: Self.bufferBytes + Self.longestChunk, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Decodes all pixels; pixels missing in the file stay empty.
  mutating func decode(
    into picture: DecodedPicture, _ progress: DecodingProgress
  ) throws(CodecError) {
    var state = State()
    for row in 0..<picture.size.height {
      let target = picture.row(row)
      let isWhole =
        picture.rowBytes == picture.size.width * 4
        ? try decode(into: target, bytesPerPixel: 4, &state)
        : try decode(into: target, bytesPerPixel: 3, &state)
      guard isWhole else {
        picture.missing = .endsTooEarly
        return
      }
      progress.fraction = Double(row) / Double(picture.size.height)
    }
  }

  /// The state between chunks; the lowest byte of a pixel is red.
  private struct State {
    var pixel: UInt32 = 0xFF00_0000
    /// The remaining repetitions of the pixel.
    var run = 0
    var seen = [UInt32](repeating: 0, count: 64)

    @inline(__always)
    mutating func remember() {
      let hash =
        (pixel & 0xFF) &* 3 &+ (pixel &>> 8 & 0xFF) &* 5 &+ (pixel &>> 16 & 0xFF) &* 7
        &+ (pixel &>> 24) &* 11
      seen[Int(hash & 63)] = pixel
    }
  }

  /// Decodes a row; returns false if the file ends within it.
  @inline(__always)
  private mutating func decode(
    into target: UnsafeMutableRawBufferPointer, bytesPerPixel: Int, _ state: inout State
  ) throws(CodecError) -> Bool {
    guard var place = target.baseAddress else { return true }
    let end = place + target.count
    while place < end {
      if state.run > 0 {
        state.run -= 1
      } else {
        if filled - next < Self.longestChunk, !isAtEnd { try refill() }
        if next >= filled { return false }
        readChunk(&state)
        // An incomplete chunk is ignored.
        if next > filled { return false }
      }
      place.storeBytes(of: UInt8(truncatingIfNeeded: state.pixel), as: UInt8.self)
      place.storeBytes(
        of: UInt8(truncatingIfNeeded: state.pixel &>> 8), toByteOffset: 1, as: UInt8.self)
      place.storeBytes(
        of: UInt8(truncatingIfNeeded: state.pixel &>> 16), toByteOffset: 2, as: UInt8.self)
      if bytesPerPixel == 4 {
        place.storeBytes(
          of: UInt8(truncatingIfNeeded: state.pixel &>> 24), toByteOffset: 3, as: UInt8.self)
      }
      place += bytesPerPixel
    }
    return true
  }

  @inline(__always)
  private mutating func take() -> UInt32 {
    defer { next &+= 1 }
    return UInt32(buffer[next])
  }

  @inline(__always)
  private mutating func readChunk(_ state: inout State) {
    let tag = take()
    switch tag {
    case 0xFE:
      let colors = take() | take() &<< 8 | take() &<< 16
      state.pixel = state.pixel & 0xFF00_0000 | colors
    case 0xFF:
      state.pixel = take() | take() &<< 8 | take() &<< 16 | take() &<< 24
    case 0x00...0x3F:
      state.pixel = state.seen[Int(tag)]
    case 0x40...0x7F:
      state.pixel = Self.sum(
        state.pixel, (tag &>> 4 & 3) &- 2, (tag &>> 2 & 3) &- 2, (tag & 3) &- 2)
    case 0x80...0xBF:
      let second = take()
      let green = (tag & 0x3F) &- 32
      state.pixel = Self.sum(
        state.pixel, green &+ (second &>> 4) &- 8, green, green &+ (second & 0xF) &- 8)
    default:
      state.run = Int(tag & 0x3F)
      return
    }
    state.remember()
  }

  /// A pixel with differences added to its colours, each wrapping around.
  @inline(__always)
  private static func sum(
    _ pixel: UInt32, _ red: UInt32, _ green: UInt32, _ blue: UInt32
  ) -> UInt32 {
    (pixel &+ red) & 0xFF | ((pixel &>> 8 &+ green) & 0xFF) &<< 8
      | ((pixel &>> 16 &+ blue) & 0xFF) &<< 16 | pixel & 0xFF00_0000
  }

  private mutating func refill() throws(CodecError) {
    let rest = filled - next
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[next..<filled]))
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[rest..<Self.bufferBytes])
    let got = try input.readBytes(at: offset, into: room)
    offset += got
    next = 0
    filled = rest + got
    isAtEnd = got < room.count
    UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + Self.longestChunk])
      .initializeMemory(as: UInt8.self, repeating: 0)
  }
}
