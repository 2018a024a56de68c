import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// Reads the merged picture of a Photoshop file, row by row, from the rows of its channels.
final class PhotoshopCodec: RowByRowCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let file: PhotoshopHeader
  private let rows: PhotoshopRows
  private var planes: PhotoshopPlanes
  private let stored: UnsafeMutableRawBufferPointer
  var pass = RowPass()

  /// A codec of the file's merged picture.
  static func codec(of input: PictureInput) throws(CodecError) -> any PictureCodec {
    let file = try PhotoshopHeader(input)
    let all = checkedProduct(file.rowBytes, file.size.height, file.usedChannels)
    // A run takes at least two bytes for 128, and deflate at least one for about a thousand.
    let share = file.compression == .none ? 1 : file.compression == .runs ? 64 : 1024
    try input.checkClaim(all.map { $0 / share }, from: file.start, for: file.size)
    switch file.compression {
    case .none, .runs: return try PhotoshopCodec(file, of: input)
    case .deflate, .deflatedDifferences:
      return try DeflatedPhotoshop.codec(file, of: input)
    }
  }

  private init(_ file: PhotoshopHeader, of input: PictureInput) throws(CodecError) {
    self.file = file
    var rows = PhotoshopRows(file, isLight: input.acceptsLight)
    var planes = try PhotoshopPlanes(input, file)
    var header = try file.header(rows.format, isLight: input.acceptsLight)
    let bytes = file.rowBytes * file.usedChannels
    try PictureInput.checkRow(max(bytes, file.size.width * rows.format.bytesPerPixel))
    let stored = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
    self.stored = stored
    header.memory = .streaming(
      rowBytes: max(bytes, file.size.width * rows.format.bytesPerPixel))
    header.skipsRows = true
    if !file.resources.hasMergedPicture { missing = .onlyLayers }
    if file.isTransparent || header.isLight {
      let sampled = try PhotoshopSampling(file, rows, &planes, stored, isLight: header.isLight)
      rows.isOnWhite = sampled.isOnWhite
      header.headroom = sampled.headroom
    }
    self.rows = rows
    self.planes = planes
    self.header = header
  }

  deinit { stored.deallocate() }

  func read(row: Int, into target: UnsafeMutableRawPointer) throws(CodecError) {
    if try !planes.read(file, row: row, into: stored) {
      missing = missing ?? "the file ends too early or is damaged: parts of the picture are missing"
    }
    rows.convert(UnsafeRawBufferPointer(stored), into: target)
  }
}

extension PhotoshopPlanes {
  /// Reads a row of all shown channels; returns false if it is not complete in the file.
  mutating func read(
    _ file: PhotoshopHeader, row: Int, into stored: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> Bool {
    var isWhole = true
    for channel in 0..<file.usedChannels {
      let place = channel * file.rowBytes
      let plane = UnsafeMutableRawBufferPointer(rebasing: stored[place..<place + file.rowBytes])
      if try !read(channel: channel, row: row, into: plane) { isWhole = false }
    }
    return isWhole
  }
}

/// Properties of a merged picture, measured on some of its rows.
struct PhotoshopSampling {
  /// True if the colours may be composited on white.
  private(set) var isOnWhite = true
  private(set) var headroom = 1.0

  private static let enoughPixels = 1 << 20

  init(
    _ file: PhotoshopHeader, _ rows: PhotoshopRows, _ planes: inout PhotoshopPlanes,
    _ stored: UnsafeMutableRawBufferPointer, isLight: Bool
  ) throws(CodecError) {
    let (size, count) = (file.size, rows.format.channels.count)
    let wanted = min(size.height, max(1, Self.enoughPixels / size.width))
    var meter = LightMeter()
    let row = UnsafeMutableRawPointer.allocate(
      byteCount: size.width * rows.format.bytesPerPixel, alignment: 64)
    defer { row.deallocate() }
    for index in 0..<wanted {
      guard try planes.read(file, row: index * size.height / wanted, into: stored) else { continue }
      if isOnWhite { isOnWhite = rows.canBeOnWhite(UnsafeRawBufferPointer(stored)) }
      guard isLight else {
        if isOnWhite { continue } else { break }
      }
      rows.convert(UnsafeRawBufferPointer(stored), into: row)
      meter.add(row.assumingMemoryBound(to: Float.self), count: size.width, step: count)
    }
    headroom = meter.headroom
  }
}

extension PhotoshopHeader {
  /// The header for rows of `format`, without its memory class.
  func header(_ format: RowFormat, isLight: Bool) throws(CodecError) -> PictureHeader {
    var header = PictureHeader(
      size: size, format: format, color: color(isLight: isLight),
      hasAlpha: format.channels.hasAlpha, memory: .streaming(rowBytes: 0))
    header.isLight = depth == 32 && isLight
    header.isFine = depth == 16
    header.resolution = resources.resolution
    try header.checkSize()
    return header
  }

  private func color(isLight: Bool) -> SourceColor {
    if mode == .lab { return .lab }
    let hasProfile = !resources.profile.isEmpty && mode != .multichannel
    // Linear light has no curve, only primaries.
    if depth == 32 {
      return hasProfile && isLight && mode == .rgb ? .icc(resources.profile) : .linear
    }
    return hasProfile ? .icc(resources.profile) : .sRGB
  }
}

extension String {
  /// The message for a file saved without its merged picture.
  static let onlyLayers =
    "the file has only layers and no merged picture (Photoshop saves one with "
    + "“Maximize Compatibility”)"
}
