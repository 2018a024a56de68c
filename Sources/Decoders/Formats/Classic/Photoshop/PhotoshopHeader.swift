import DecoderKit
import DecoderProtocol
import Geometry

/// The header of a Photoshop file's merged picture, from its five sections.
struct PhotoshopHeader {
  /// The colour mode.
  enum Mode: Int {
    case bitmap = 0
    case gray, indexed, rgb, cmyk
    case multichannel = 7
    case duotone, lab
  }

  /// The compression of the merged picture.
  enum Compression: Int {
    case none = 0
    case runs, deflate, deflatedDifferences
  }

  let size: PixelSize
  let mode: Mode
  /// Bits per sample: 1, 8, 16 or 32.
  let depth: Int
  /// Channels of the merged picture, including hidden ones.
  let channelCount: Int
  /// True for the large format (PSB).
  let isLarge: Bool
  /// The reds, greens and blues of an indexed picture.
  let table: [UInt8]
  let resources: PhotoshopResources
  /// True if the channel after the colours is the picture's transparency, and not a saved
  /// selection.
  let isTransparent: Bool
  let compression: Compression
  /// The offset of the merged picture's data.
  let start: Int

  /// The number of colour channels.
  var colorCount: Int {
    switch mode {
    case .bitmap, .gray, .indexed, .duotone: 1
    case .rgb, .lab: 3
    case .cmyk: 4
    // Unnamed inks, mostly cyan, magenta, yellow and black.
    case .multichannel: min(channelCount, 4)
    }
  }

  /// The number of channels to read.
  var usedChannels: Int { colorCount + (isTransparent ? 1 : 0) }

  /// Bytes per row of one channel.
  var rowBytes: Int { (size.width * depth + 7) / 8 }

  private static let longestSide = 300_000

  init(_ input: PictureInput) throws(CodecError) {
    var reader = ByteReader(input, at: 4)
    let version = try reader.big16()
    reader.skip(6)
    let channelCount = try reader.big16()
    let (height, width) = (try reader.big32(), try reader.big32())
    let (depth, number) = (try reader.big16(), try reader.big16())
    let sides = 1...Self.longestSide
    guard version == 1 || version == 2, (1...56).contains(channelCount), sides.contains(width),
      sides.contains(height), [1, 8, 16, 32].contains(depth), var mode = Mode(rawValue: number),
      !reader.isPastEnd
    else { throw CodecError(.corrupt, "the Photoshop file is damaged (its header is invalid)") }
    let least = mode == .cmyk ? 4 : mode == .rgb || mode == .lab ? 3 : 1
    if channelCount < least { mode = .gray }
    if depth == 1 { mode = .bitmap }
    guard depth == 8 || ![Mode.indexed, .bitmap].contains(mode) || depth == 1,
      depth < 32 || mode == .gray || mode == .rgb
    else { throw CodecError(.unsupported, "this kind of Photoshop file is not supported") }
    isLarge = version == 2
    self.channelCount = channelCount
    self.depth = depth
    self.mode = mode
    size = PixelSize(width: width, height: height)

    let tableBytes = try reader.big32()
    let place = reader.offset
    table = mode == .indexed ? try input.bytes(at: place, count: min(tableBytes, 768)) : []
    reader.skip(tableBytes)
    let resourceBytes = try reader.big32()
    resources = try PhotoshopResources(
      input, in: reader.offset..<reader.offset + resourceBytes)
    reader.skip(resourceBytes)
    let layers = PhotoshopLayers(isLarge: isLarge)
    let isTransparent = try layers.skip(&reader)
    let compression = try reader.big16()
    guard !reader.isPastEnd else {
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    }
    guard let compression = Compression(rawValue: compression) else {
      throw CodecError(.corrupt, "the Photoshop file is damaged (its picture is missing)")
    }
    self.compression = compression
    start = reader.offset
    let colors = mode == .cmyk ? 4 : mode == .rgb || mode == .lab ? 3 : 1
    let canBe = ![Mode.bitmap, .indexed, .multichannel].contains(mode)
    self.isTransparent = isTransparent && canBe && channelCount > colors
  }
}
