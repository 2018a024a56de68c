import CRaw
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// What a raw file says of its picture before it is developed.
struct RawLayout: Sendable {
  /// The picture as it is shown, before it is turned upright.
  let size: PixelSize
  /// What memory rests on.
  let shape: RowShape
  /// The picture at half of its size, where that is quicker than the whole.
  let halfSize: PixelSize?
  /// Whether the picture is shown at half of its size, as the whole is too large for memory.
  let isShortened: Bool
  let orientation: Orientation
  private let fullSize: PixelSize
  private let memory: MemoryClass

  /// Bytes of a pixel while LibRaw develops: of the picture, and of all that it may reserve.
  private static let pixelBytes = (picture: 8, held: 10, reserved: 16)
  /// Bytes that small pictures take beside their pixels.
  private static let least = 16 << 20
  /// Most of what every process may have beside its picture.
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

  /// The class of a picture for which LibRaw takes so many bytes; `nil` where that is too much.
  ///
  /// The sensor's edges, which are not shown, may take what every process has beside its picture.
  private static func memory(_ bytes: Int, of size: PixelSize) -> MemoryClass? {
    guard let fair = checkedProduct(size.width, size.height, pixelBytes.held),
      let reserved = checkedProduct(size.width, size.height, pixelBytes.reserved)
    else { return nil }
    let most = MemoryClass.mostBytes
    guard bytes <= most else { return nil }
    let (held, room) = (max(fair, least), max(reserved, least))
    // Samples that are no mosaic stand beside the picture, for a moment, as large as it is.
    guard bytes <= room + beside else { return nil }
    return .reserving(
      bytes: min(bytes + beside, room, MemoryClass.mostReserved), held: min(bytes, held, most))
  }

  /// What the codec tells of the picture; `embedded` is what the camera made of it, if it did.
  func header(_ embedded: EmbeddedPlace?) -> PictureHeader {
    var header = PictureHeader(
      size: size, orientation: orientation, format: RowFormat(channels: .rgb, depth: 16),
      color: .linear, hasAlpha: false, memory: memory, preview: embedded == nil ? .none : .embedded,
      reductions: halfSize.map { [$0] } ?? [])
    header.reductionsServeAll = true
    header.previews = embedded?.sizes ?? []
    header.fullSize = fullSize
    return header
  }

  /// What is to be said of a picture that is smaller than its file's.
  var shortening: String? {
    guard isShortened else { return nil }
    return "the picture of \(fullSize.width) × \(fullSize.height) pixels is too large to be "
      + "developed whole: each side is shown at 1/2 of its length"
  }

  /// How the camera's own picture is to be turned: as the raw one, but where it lies upright.
  func orientation(of embedded: EmbeddedPicture) -> Orientation {
    EmbeddedPlace.isUpright(embedded.size, in: size, orientation) ? .identity : orientation
  }
}
