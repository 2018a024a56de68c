import CRaw
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// A raw file's properties before development.
struct RawLayout: Sendable {
  /// The picture's size, before orientation.
  let size: PixelSize
  /// The shape that memory depends on.
  let shape: RowShape
  /// The size at half scale, if that is faster to develop.
  let halfSize: PixelSize?
  /// True if the picture is shown at half its size because the whole is too large for memory.
  let isShortened: Bool
  let orientation: Orientation
  private let fullSize: PixelSize
  private let memory: MemoryClass

  /// LibRaw's bytes per pixel: of the picture, of used memory, and of reserved memory.
  private static let pixelBytes = (picture: 8, held: 10, reserved: 16)
  /// The fixed memory of small pictures, in bytes.
  private static let least = 16 << 20
  /// The part of every process's memory slack that may be used.
  private static let beside = 128 << 20

  init(_ file: RawFile) throws(CodecError) {
    shape = file.shape
    let picture = try file.description()
    fullSize = PixelSize(width: Int(picture.width), height: Int(picture.height))
    let half = PixelSize(width: Int(picture.half_width), height: Int(picture.half_height))
    orientation = Orientation(exif: Int(picture.orientation))
    let sensor = checkedProduct(
      Int(picture.sensor_width), Int(picture.sensor_height), Int(picture.sensor_bytes))
    let whole = checkedProduct(fullSize.width, fullSize.height, Self.pixelBytes.picture)
    guard let sensor, let whole, !fullSize.isEmpty else {
      throw CodecError(.corrupt, "the raw picture is damaged (it has no pixels)")
    }
    if let memory = Self.memory(sensor + whole, of: fullSize) {
      self.memory = memory
      size = fullSize
      halfSize = half.isEmpty ? nil : half
      isShortened = false
      return
    }
    let quarter = checkedProduct(half.width, half.height, Self.pixelBytes.picture) ?? 0
    guard !half.isEmpty, let memory = Self.memory(sensor + quarter, of: fullSize) else {
      throw CodecError(
        .tooLarge,
        "the raw picture is too large to be developed: \(fullSize.width) × \(fullSize.height) "
          + "pixels")
    }
    self.memory = memory
    size = half
    halfSize = nil
    isShortened = true
  }

  /// The memory class if LibRaw needs this many bytes; `nil` if that is too much.
  ///
  /// The sensor's invisible margins may use part of every process's memory slack.
  private static func memory(_ bytes: Int, of size: PixelSize) -> MemoryClass? {
    guard let fair = checkedProduct(size.width, size.height, pixelBytes.held),
      let reserved = checkedProduct(size.width, size.height, pixelBytes.reserved)
    else { return nil }
    let most = MemoryClass.mostBytes
    guard bytes <= most else { return nil }
    let (held, room) = (max(fair, least), max(reserved, least))
    // Samples without a mosaic are briefly in memory beside the picture, at the same size.
    guard bytes <= room + beside else { return nil }
    return .reserving(
      bytes: min(bytes + beside, room, MemoryClass.mostReserved), held: min(bytes, held, most))
  }

  /// The header for the codec; `embedded` is the embedded picture, if there is one.
  func header(_ embedded: EmbeddedPlacement?) -> PictureHeader {
    var header = PictureHeader(
      size: size, orientation: orientation, format: RowFormat(channels: .rgb, depth: 16),
      color: .linear, hasAlpha: false, memory: memory, preview: embedded == nil ? .none : .embedded,
      reductions: halfSize.map { [$0] } ?? [])
    header.reductionsServeAll = true
    header.previews = embedded?.sizes ?? []
    header.fullSize = fullSize
    return header
  }

  /// The message for a picture that is shown smaller than it is stored.
  var shortening: String? {
    guard isShortened else { return nil }
    return "the picture of \(fullSize.width) × \(fullSize.height) pixels is too large to be "
      + "developed at full size; it is shown at 1/2 scale"
  }

  /// The orientation of the embedded picture: the raw one's, unless it is already upright.
  func orientation(of embedded: EmbeddedPicture) -> Orientation {
    EmbeddedPlacement.isUpright(embedded.size, in: size, orientation) ? .identity : orientation
  }
}
