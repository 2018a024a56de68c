import CMagick
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// One of a file's pictures, decoded.
// Sendable without a check: one thread makes it; from then on rows are fetched by one other.
final class MagickPicture: WholePicture, @unchecked Sendable {
  let missing: String?
  private let images: MagickImages
  private let image: UnsafeMutablePointer<Image>
  private let layout: MagickLayout

  /// Decodes; that takes as long as it takes.
  init(
    _ input: PictureInput, _ layout: MagickLayout, progress: DecodingProgress
  ) throws(CodecError) {
    let file = try MagickFile(input)
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
    // Inks of a PAM; the others are red, green and blue, or grey.
    if wanted.pointee.colorspace == CMYKColorspace {
      _ = TransformColorspace(wanted, RGBColorspace)
    }
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
    if format.depth == 8 {
      fill(target.assumingMemoryBound(to: UInt8.self), pixels) {
        UInt8((min($0, 65535) * 255 + 32767) / 65535)
      }
    } else {
      fill(target.assumingMemoryBound(to: UInt16.self), pixels) { UInt16(min($0, 65535)) }
    }
  }

  private func fill<Sample: FixedWidthInteger>(
    _ target: UnsafeMutablePointer<Sample>, _ pixels: UnsafePointer<PixelPacket>,
    _ sample: (UInt32) -> Sample
  ) {
    let count = layout.format.channels.count
    let isOpaque = image.pointee.matte == 0
    for x in 0..<layout.size.width {
      let place = target + x * count
      place[0] = sample(UInt32(pixels[x].red))
      place[1] = sample(UInt32(pixels[x].green))
      place[2] = sample(UInt32(pixels[x].blue))
      guard count == 4 else { continue }
      // GraphicsMagick keeps how translucent a pixel is.
      place[3] = isOpaque ? .max : sample(65535 - UInt32(pixels[x].opacity))
    }
  }
}
