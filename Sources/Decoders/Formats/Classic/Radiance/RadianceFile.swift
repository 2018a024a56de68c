import DecoderKit
import DecoderProtocol
import Geometry

/// Radiance HDR pictures, kept in memory in the file's format: four bytes per pixel.
enum RadianceFile {
  static func codec(of input: PictureInput) throws(CodecError) -> any PictureCodec {
    let file = try RadianceHeader(input)
    var header = PictureHeader.light(file.size, .rgb, isLight: input.acceptsLight)
    header.orientation = file.orientation
    try header.checkSize()
    header.memory = try .whole(checkedProduct(file.size.width, file.size.height, 4), of: file.size)
    // At best, two bytes encode one of the four samples of 127 pixels.
    try input.checkClaim(
      checkedProduct(file.size.width, file.size.height).map { $0 / 16 }, from: file.start,
      for: file.size)
    let isLight = header.isLight
    return WholePictureCodec(header, of: input) { (progress) throws(CodecError) in
      try picture(file, of: input, isLight: isLight, progress)
    }
  }

  private static func picture(
    _ file: RadianceHeader, of input: PictureInput, isLight: Bool, _ progress: DecodingProgress
  ) throws(CodecError) -> DecodedPicture {
    let pixels = RadiancePixels(isXYZ: file.isXYZ, isLight: isLight)
    let picture = try DecodedPicture(size: file.size, bytesPerPixel: 4) { row, target in
      pixels.convert(row, into: target)
    }
    var (scanlines, meter) = (RadianceScanlines(input, file), LightMeter())
    for y in 0..<file.size.height {
      let row = picture.row(y)
      let isWhole = try scanlines.read(into: row)
      if isLight { pixels.measure(UnsafeRawBufferPointer(row), &meter) }
      guard isWhole else { break }
      progress.fraction = Double(y) / Double(file.size.height)
    }
    picture.missing = scanlines.missing
    picture.headroom = isLight ? meter.headroom : nil
    return picture
  }
}
