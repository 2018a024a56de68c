import CAVIF
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// A picture's properties in the boxes of an AVIF file.
struct AVIFLayout {
  /// The size of the planes.
  let stored: PixelSize
  /// The shape that memory depends on.
  let shape: RowShape
  /// The visible pixels of the planes.
  let crop: PixelRect
  let orientation: Orientation
  let format: RowFormat
  let color: SourceColor
  let memory: MemoryClass

  /// Reads the properties; decodes nothing.
  init(_ file: AVIFFile) throws(CodecError) {
    let image = UnsafePointer(file.image)
    stored = PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
    shape = file.shape
    let icc = image.pointee.icc
    let profile = icc.size > 0 ? Array(UnsafeBufferPointer(start: icc.data, count: icc.size)) : []
    // A profile for three colours needs three channels, even if they are equal.
    let isGray =
      image.pointee.yuvFormat == AVIF_PIXEL_FORMAT_YUV400
      && (profile.isEmpty || profile.dropFirst(16).prefix(4).elementsEqual("GRAY".utf8))
    let channels: RowFormat.Channels =
      isGray ? (file.hasAlpha ? .grayAlpha : .gray) : (file.hasAlpha ? .rgba : .rgb)
    format = RowFormat(channels: channels, depth: image.pointee.depth > 8 ? 16 : 8)
    color =
      profile.isEmpty
      ? .cicp(
        primaries: Int(image.pointee.colorPrimaries),
        transfer: Int(image.pointee.transferCharacteristics)) : .icc(profile)
    crop = Self.crop(of: image, size: stored)
    orientation = Self.orientation(of: image)
    memory = try Self.memory(for: image, hasAlpha: file.hasAlpha, frames: file.frameCount)
  }

  /// The clean aperture; the whole picture if it is invalid.
  private static func crop(of image: UnsafePointer<avifImage>, size: PixelSize) -> PixelRect {
    let whole = PixelRect(size)
    guard image.pointee.transformFlags & AVIF_TRANSFORM_CLAP.rawValue != 0 else { return whole }
    var rect = avifCropRect()
    var diagnostics = avifDiagnostics()
    var aperture = image.pointee.clap
    // Cropping happens after conversion to RGB, so chroma subsampling does not matter.
    guard
      avifCropRectConvertCleanApertureBox(
        &rect, &aperture, image.pointee.width, image.pointee.height, AVIF_PIXEL_FORMAT_YUV444,
        &diagnostics) != 0
    else { return whole }
    let crop = PixelRect(
      minX: Int(rect.x), minY: Int(rect.y), maxX: Int(rect.x) + Int(rect.width),
      maxY: Int(rect.y) + Int(rect.height))
    return crop.intersection(whole) == crop && !crop.size.isEmpty ? crop : whole
  }

  /// The rotation, anticlockwise, followed by the mirror, in MIAF's order.
  private static func orientation(of image: UnsafePointer<avifImage>) -> Orientation {
    let flags = image.pointee.transformFlags
    var orientation = Orientation.identity
    if flags & AVIF_TRANSFORM_IROT.rawValue != 0 {
      orientation = Orientation(quarterTurns: -Int(image.pointee.irot.angle))
    }
    if flags & AVIF_TRANSFORM_IMIR.rawValue != 0 {
      let isLeftRight = fresnel_avif_mirror(image) == 1
      orientation = orientation.followed(
        by: Orientation(isMirrored: true, quarterTurns: isLeftRight ? 0 : 2))
    }
    return orientation
  }

  /// The memory for the planes, for dav1d and, if the limit allows, for a second set of planes,
  /// which grids and film grain need; sequences get as much as the limit allows.
  private static func memory(
    for image: UnsafePointer<avifImage>, hasAlpha: Bool, frames: Int
  ) throws(CodecError) -> MemoryClass {
    let halves =
      switch image.pointee.yuvFormat {
      case AVIF_PIXEL_FORMAT_YUV400: 2
      case AVIF_PIXEL_FORMAT_YUV420: 3
      case AVIF_PIXEL_FORMAT_YUV422: 4
      default: 6
      }
    let sample = image.pointee.depth > 8 ? 2 : 1
    let planes = (halves + (hasAlpha ? 2 : 0)) * sample
    guard let pixels = checkedProduct(Int(image.pointee.width), Int(image.pointee.height)),
      let wanted = checkedProduct(pixels, planes + 1), let fair = checkedProduct(pixels, 8)
    else { throw CodecError(.tooLarge, "the picture is too large to be decoded") }
    let most = min(fair, MemoryClass.mostBytes)
    return .whole(bytes: max(pixels * planes / 2, frames > 1 ? most : min(wanted, most)))
  }
}
