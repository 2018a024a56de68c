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
  /// What is shown black, and what white, where that is not 0 and 65535.
  private var range: ClosedRange<UInt32>?

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
    // Measurements have no white of their own; GraphicsMagick scales those in floats only.
    if file.kind.coder == "FITS" { range = measured }
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
    let (first, last) = (range?.lowerBound ?? 0, range?.upperBound ?? 65535)
    let steps = last - first
    if format.depth == 8 {
      fill(target.assumingMemoryBound(to: UInt8.self), pixels) {
        UInt8(((min(max($0, first), last) - first) * 255 + steps / 2) / steps)
      }
    } else if range == nil {
      fill(target.assumingMemoryBound(to: UInt16.self), pixels) { UInt16($0) }
    } else {
      fill(target.assumingMemoryBound(to: UInt16.self), pixels) {
        // Only the reds were measured, and of a grey picture all are alike.
        UInt16(((min(max($0, first), last) - first) * 65535 + steps / 2) / steps)
      }
    }
  }

  /// The darkest and the brightest of a grey picture; `nil` where there is nothing between them.
  private var measured: ClosedRange<UInt32>? {
    var exception = ExceptionInfo()
    GetExceptionInfo(&exception)
    defer { DestroyExceptionInfo(&exception) }
    var (least, most) = (UInt32.max, UInt32(0))
    for row in 0..<layout.size.height {
      let width = layout.size.width
      guard let pixels = AcquireImagePixels(image, 0, row, UInt(width), 1, &exception) else {
        return nil
      }
      for x in 0..<width {
        least = min(least, UInt32(pixels[x].red))
        most = max(most, UInt32(pixels[x].red))
      }
    }
    return least < most ? least...most : nil
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
