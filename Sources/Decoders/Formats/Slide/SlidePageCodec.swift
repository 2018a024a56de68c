import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// Decodes an associated picture of a slide, such as its label, as a whole.
final class SlidePageCodec: RowByRowCodec {
  let header: PictureHeader
  private let slide: Slide
  private let name: String
  private let size: PixelSize
  private var pixels: UnsafeMutablePointer<UInt32>?
  var pass = RowPass()

  /// A codec for a page, from 1.
  init(_ slide: Slide, page: Int) throws(CodecError) {
    guard slide.pictureNames.indices.contains(page - 1) else {
      throw CodecError(.other, "the file has no page \(page)")
    }
    name = slide.pictureNames[page - 1]
    size = slide.size(ofPicture: name)
    self.slide = slide
    guard !size.isEmpty else {
      throw CodecError(.corrupt, "the slide is damaged (its \(name) has no pixels)")
    }
    var header = PictureHeader(
      size: size, format: RowFormat(channels: .rgb), color: .sRGB, hasAlpha: false,
      memory: try .whole(checkedProduct(size.width, size.height, 8), of: size),
      frameCount: 1 + slide.pictureNames.count)
    header.pageNames = SlideMetadata.pageNames(slide.pictureNames)
    self.header = header
  }

  deinit { free(pixels) }

  func read(row: Int, into target: UnsafeMutableRawPointer) throws(CodecError) {
    let pixels = try picture()
    slide.background.cover(
      pixels + row * size.width, count: size.width,
      into: target.assumingMemoryBound(to: UInt8.self))
  }

  /// The pixels, kept once they have been read.
  private func picture() throws(CodecError) -> UnsafeMutablePointer<UInt32> {
    if let pixels { return pixels }
    guard let bytes = checkedProduct(size.width, size.height, 4), let memory = malloc(bytes) else {
      throw .noMemory
    }
    let pixels = memory.assumingMemoryBound(to: UInt32.self)
    if let failure = slide.attempt({ $0.read(picture: name, into: pixels) }) {
      free(memory)
      throw failure
    }
    self.pixels = pixels
    return pixels
  }
}
