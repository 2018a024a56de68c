import CMagick
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// What the headers of a file say of one of its pictures.
struct MagickLayout: Sendable {
  let size: PixelSize
  let format: RowFormat
  /// The picture's place among those of the file.
  let number: Int
  private let color: SourceColor
  private let orientation: Orientation
  private let memory: MemoryClass
  private let pageCount: Int

  /// Reads the headers of a file, one of whose pages, from 0, is the picture.
  init(_ file: MagickFile, page: Int) throws(CodecError) {
    let headers = try MagickImages.headers(of: file)
    let images = headers.list
    guard !images.isEmpty else {
      throw CodecError(.corrupt, "the \(file.kind.name) file is damaged (it has no picture)")
    }
    guard images.indices.contains(page) else {
      throw CodecError(.other, "the file has no page \(page)")
    }
    number = page
    pageCount = images.count
    let image = images[number].pointee
    guard file.kind.coder != "PNM" || !file.hasBitsInBytes(image) else {
      throw CodecError(
        .unsupported, "PNM files with bytes of 0 and 1 are not supported, only with packed bits")
    }
    size = PixelSize(width: Int(image.columns), height: Int(image.rows))
    let hasAlpha = (image.matte != 0 || file.hasLateAlpha) && !file.isOpaque
    format = RowFormat(channels: hasAlpha ? .rgba : .rgb, depth: image.depth > 8 ? 16 : 8)
    orientation = Orientation(exif: file.isMirrored ? 2 : 1)
    var profileBytes = 0
    let profile = GetImageProfile(images[number], "ICM", &profileBytes)
    color =
      profile.map { .icc(Array(UnsafeBufferPointer(start: $0, count: profileBytes))) } ?? .sRGB
    // Those before it are decoded too, and kept until it is done.
    let bytes = Self.bytes(of: images[...number], in: file)
    do throws(CodecError) { memory = try .whole(bytes, of: size) } catch {
      guard file.mayBePassedOn, file.kind.hasLeanReader, images.count == 1, !hasAlpha,
        format.depth == 8, Self.fitsLeanReader(size)
      else { throw error }
      throw .isOther("large bitmap")
    }
  }

  /// Whether FreeImage could hold a picture: three bytes a pixel, or one and the three made of it.
  private static func fitsLeanReader(_ size: PixelSize) -> Bool {
    guard let bytes = checkedProduct(size.width, size.height, 4) else { return false }
    return (try? MemoryClass.whole(bytes, of: size)) != nil
  }

  /// What is held of the file, four samples of 16 bits a pixel, and a number of 16 bits where there
  /// is a palette.
  private static func bytes(
    of images: ArraySlice<UnsafeMutablePointer<Image>>, in file: MagickFile
  ) -> Int? {
    var bytes = file.heldBytes
    for image in images {
      let each = image.pointee.storage_class == DirectClass ? 8 : 10
      guard let more = checkedProduct(Int(image.pointee.columns), Int(image.pointee.rows), each),
        more < Int.max / 2 - bytes
      else { return nil }
      bytes += more
    }
    return bytes
  }

  /// The same for the codec.
  var header: PictureHeader {
    PictureHeader(
      size: size, orientation: orientation, format: format, color: color,
      hasAlpha: format.channels.hasAlpha, memory: memory, frameCount: pageCount)
  }
}
