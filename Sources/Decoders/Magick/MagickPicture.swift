import CMagick
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// One of a file's pictures, decoded.
// Sendable without a check: one thread makes it; from then on rows are fetched by one other.
final class MagickPicture: WholePicture, @unchecked Sendable {
  let missing: String?
  /// Giving its memory back takes time, which there is once the picture is shown.
  private let file: MagickFile
  private let images: MagickImages
  private let image: UnsafeMutablePointer<Image>
  private let layout: MagickLayout
  private let isOpaque: Bool

  /// Decodes; that takes as long as it takes.
  ///
  /// `header` is the file as its header was read, where it is still there.
  init(
    _ input: PictureInput, _ header: MagickFile?, _ layout: MagickLayout,
    progress: DecodingProgress
  ) throws(CodecError) {
    file = if let header { header } else { try MagickFile(input) }
    images = try .pixels(of: file, number: layout.number, progress: progress)
    let list = images.list
    let wanted = list.count == 1 ? list.first : list.dropFirst(layout.number).first
    guard let wanted, Int(wanted.pointee.columns) == layout.size.width,
      Int(wanted.pointee.rows) == layout.size.height
    else {
      throw CodecError(.corrupt, "the \(file.kind.name) file is damaged (its picture is missing)")
    }
    image = wanted
    self.layout = layout
    missing = images.complaint
    if file.kind.coder == "PNM", wanted.pointee.storage_class == PseudoClass {
      // Greys that end before all bits are set have been made brighter twice: their numbers are
      // right, and so is the table of these.
      if wanted.pointee.colors != 256, wanted.pointee.colors != 65536 { _ = SyncImage(wanted) }
    }
    // Inks of a PAM; the others are red, green and blue, or grey.
    if wanted.pointee.colorspace == CMYKColorspace {
      _ = TransformColorspace(wanted, RGBColorspace)
    }
    isOpaque = wanted.pointee.matte == 0 || Self.isUnseen(wanted)
  }

  /// Whether there are colours and none can be seen: then the file's fourth samples mean nothing.
  private static func isUnseen(_ image: UnsafeMutablePointer<Image>) -> Bool {
    var exception = ExceptionInfo()
    GetExceptionInfo(&exception)
    defer { DestroyExceptionInfo(&exception) }
    let width = image.pointee.columns
    var hasColors = false
    for row in 0..<Int(image.pointee.rows) {
      guard let pixels = AcquireImagePixels(image, 0, row, width, 1, &exception) else {
        return false
      }
      for x in 0..<Int(width) {
        let pixel = pixels[x]
        if pixel.opacity < .max { return false }
        hasColors = hasColors || pixel.red | pixel.green | pixel.blue != 0
      }
    }
    return hasColors
  }

  func copy(row: Int, into target: UnsafeMutableRawPointer) {
    var exception = ExceptionInfo()
    GetExceptionInfo(&exception)
    defer { DestroyExceptionInfo(&exception) }
    let (width, format) = (layout.size.width, layout.format)
    guard let pixels = AcquireImagePixels(image, 0, row, UInt(width), 1, &exception) else {
      target.initializeMemory(as: UInt8.self, repeating: 0, count: width * format.bytesPerPixel)
      return
    }
    MagickPixels.copy(pixels, width, into: target, format, isOpaque: isOpaque)
    file.narrow?.widen(target, count: width, format)
  }
}
