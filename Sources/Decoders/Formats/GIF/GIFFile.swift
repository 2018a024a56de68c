import DecoderKit
import DecoderProtocol
import Geometry

/// The frames of a file, found by walking its blocks; nothing is decoded.
///
/// Broken files are treated as in browsers: invalid data between two frames ends the file, and the
/// first frame enlarges a screen that is too small for it. A screen without frames is an empty
/// picture.
struct GIFFile {
  /// The screen on which frames are drawn.
  private(set) var size: PixelSize
  private(set) var frames: [GIFFrame] = []
  let bytes: GIFBytes

  private let globalPalette: Range<Int>?
  private var control = GIFControl()
  /// The loop count, 0 for forever; 1 if the file does not state it.
  private var loops = 1
  /// Bytes of codes that may still be walked to find missing pixels.
  private var bytesToWalk = GIFCodeWalk.mostBytes

  /// The maximum number of frames that the viewer accepts.
  private static let mostFrames = 1 << 16
  /// The bytes of a file that are searched for frames.
  private static let mostBytes = 512 << 20

  var timing: FrameTiming {
    var timing = FrameTiming(loops: loops)
    for frame in frames { timing.add(seconds: Double(frame.delay) / 100) }
    return timing
  }

  /// Walks a file's blocks.
  init(_ input: PictureInput) throws(CodecError) {
    bytes = GIFBytes(input)
    let name = try input.bytes(at: 0, count: 3)
    guard name == Array("GIF".utf8) else { throw CodecError(.corrupt, "it is not a GIF file") }
    guard let width = try bytes.number(at: 6), let height = try bytes.number(at: 8),
      let flags = try bytes.byte(at: 10)
    else { throw Self.empty }
    size = PixelSize(width: width, height: height)
    let start = 13
    let colors = Self.colors(flags)
    globalPalette = colors > 0 ? start..<start + 3 * colors : nil
    try readBlocks(from: start + 3 * colors)
    guard !size.isEmpty else { throw Self.empty }
  }

  private static var empty: CodecError {
    CodecError(.corrupt, "the GIF file is damaged (it has no picture)")
  }

  /// The number of palette colours in a flags byte.
  private static func colors(_ flags: Int) -> Int { flags & 0x80 != 0 ? 2 << (flags & 7) : 0 }

  private mutating func readBlocks(from start: Int) throws(CodecError) {
    var place = start
    while frames.count < Self.mostFrames, place < Self.mostBytes,
      let kind = try bytes.byte(at: place)
    {
      switch kind {
      case 0x21: place = try readExtension(at: place + 1)
      case 0x2C:
        guard let next = try readFrame(at: place + 1) else { return }
        place = next
      default: return  // the trailer, or an unknown block
      }
    }
  }

  private mutating func readExtension(at place: Int) throws(CodecError) -> Int {
    let kind = try bytes.byte(at: place)
    if kind == 0xF9, let count = try bytes.byte(at: place + 1), count >= 4,
      let flags = try bytes.byte(at: place + 2), let delay = try bytes.number(at: place + 3),
      let transparent = try bytes.byte(at: place + 5)
    {
      control = GIFControl(flags: flags, delay: delay, transparent: transparent)
    } else if kind == 0xFF {
      try readLoops(at: place + 1)
    }
    return try bytes.skipBlocks(from: place + 1, most: Self.mostBytes).next
  }

  /// Reads the loop count from the Netscape extension: repetitions after the first time, 0 for
  /// forever.
  private mutating func readLoops(at place: Int) throws(CodecError) {
    guard try bytes.byte(at: place) == 11 else { return }
    var name: [UInt8] = []
    for index in 1...11 {
      guard let byte = try bytes.byte(at: place + index) else { return }
      name.append(UInt8(byte))
    }
    guard ["NETSCAPE2.0", "ANIMEXTS1.0"].contains(String(decoding: name, as: UTF8.self)),
      let count = try bytes.byte(at: place + 12), count >= 3,
      try bytes.byte(at: place + 13) == 1, let again = try bytes.number(at: place + 14)
    else { return }
    loops = again == 0 ? 0 : again + 1
  }

  /// Adds a frame and returns the next block's offset; `nil` if the file ends before its pixels.
  private mutating func readFrame(at place: Int) throws(CodecError) -> Int? {
    guard let left = try bytes.number(at: place), let top = try bytes.number(at: place + 2),
      var width = try bytes.number(at: place + 4), var height = try bytes.number(at: place + 6),
      let flags = try bytes.byte(at: place + 8)
    else { return nil }
    let colors = Self.colors(flags)
    let paletteStart = place + 9
    let data = paletteStart + 3 * colors
    guard try bytes.byte(at: data) != nil else { return nil }
    let (next, isCut) = try bytes.skipBlocks(from: data + 1, most: Self.mostBytes)
    if width == 0 || height == 0 {
      (width, height) = (min(size.width, 0xFFFF), min(size.height, 0xFFFF))
    }
    defer { control = GIFControl() }
    guard width > 0, height > 0 else { return next }
    let pixels = try missingPixels(at: data, of: width * height)
    if frames.isEmpty {
      size = PixelSize(width: max(size.width, left + width), height: max(size.height, top + height))
    }
    frames.append(
      GIFFrame(
        placement: FramePlacement(
          area: PixelRect(minX: left, minY: top, maxX: left + width, maxY: top + height),
          disposal: control.disposal,
          isBlended: control.transparent != nil || isCut || pixels != nil),
        isInterlaced: flags & 0x40 != 0, delay: control.delay,
        palette: colors > 0 ? paletteStart..<data : globalPalette,
        transparent: control.transparent, data: data, isCut: isCut, pixels: pixels))
    return next
  }

  /// The number of a frame's pixels in the file; `nil` if it is complete or was not counted.
  private mutating func missingPixels(at data: Int, of wanted: Int) throws(CodecError) -> Int? {
    let walk = try GIFCodeWalk(bytes, at: data, wanted: wanted, most: bytesToWalk)
    bytesToWalk -= walk?.byteCount ?? bytesToWalk
    return walk.flatMap { $0.pixels < wanted ? $0.pixels : nil }
  }
}
