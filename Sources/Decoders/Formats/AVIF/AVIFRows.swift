import CAVIF
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// Converts a picture's planes to RGB rows, a band at a time.
final class AVIFRows {
  private let picture: AVIFPicture
  private let layout: AVIFLayout
  private let view: UnsafeMutablePointer<avifImage>
  private let band: UnsafeMutableRawPointer
  private let bandRows: Int
  private let bandStride: Int
  private let samples: Int  // per pixel of the band
  private let margin: Int
  private let chroma: AVIFChroma?
  private let light: GainLight?
  private let places: [GainLight.Place]
  /// A row to be converted to light.
  private var line: [UInt16]
  private let reversible: AVIFReversible?
  /// The rows of the planes in the band.
  private var held = 0..<0
  private var heldTop = 0

  /// Pixels converted at once: a few milliseconds at most.
  private static let bandPixels = 256 << 10

  /// The rows of a picture, in light if there is a gain map.
  init(_ picture: AVIFPicture, _ layout: AVIFLayout, _ gain: AVIFGain?) throws(CodecError) {
    guard picture.size == layout.stored else {
      throw CodecError(.corrupt, "the AVIF file is damaged (its picture has a different size)")
    }
    self.picture = picture
    self.layout = layout
    light = gain?.light(of: picture)
    let width = layout.stored.width
    places = light?.places(0..<width, of: width) ?? []
    line = [UInt16](repeating: 0, count: light == nil ? 0 : width * 3)
    samples = layout.format.channels.hasAlpha ? 4 : 3
    bandRows = min(layout.stored.height, max(16, Self.bandPixels / layout.stored.width & ~1))
    chroma = try AVIFChroma(picture.image, rows: bandRows)
    reversible = layout.format.depth == 16 ? AVIFReversible(picture.image) : nil
    // Interpolating chroma needs two rows, so a band includes neighbours above and below.
    let isHalf = picture.image.pointee.yuvFormat == AVIF_PIXEL_FORMAT_YUV420
    margin = isHalf && chroma == nil ? 2 : 0
    bandStride = layout.stored.width * samples * layout.format.depth / 8
    guard let bytes = checkedProduct(bandStride, bandRows + 2 * margin + 1),
      let band = malloc(bytes), let view = avifImageCreateEmpty()
    else { throw .noMemory }
    self.band = band
    self.view = view
  }

  deinit {
    free(band)
    avifImageDestroy(view)
  }

  /// Copies rows from `row` on; returns their number, at least one.
  func copy(
    from row: Int, into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let light else {
      return try copyStored(from: row, into: target, stride: stride, most: most)
    }
    var outcome = Result<Int, CodecError>.success(0)
    line.withUnsafeMutableBytes { line in
      guard let base = line.baseAddress else { return }
      outcome = Result { () throws(CodecError) in
        try copyStored(from: row, into: base, stride: line.count, most: 1)
      }
      let height = layout.stored.height
      let pixels = target.assumingMemoryBound(to: Float.self)
      if layout.format.depth == 8 {
        let row8 = base.assumingMemoryBound(to: UInt8.self)
        light.apply(row8, y: row, columns: places, height: height, into: pixels)
      } else {
        let row16 = base.assumingMemoryBound(to: UInt16.self)
        light.apply(row16, y: row, columns: places, height: height, into: pixels)
      }
    }
    return try outcome.get()
  }

  private func copyStored(
    from row: Int, into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let first = layout.crop.minY + row
    guard first < picture.rows else {
      // Rows missing in the file are blank.
      for index in 0..<most {
        memset(target + index * stride, 0, layout.crop.width * layout.format.bytesPerPixel)
      }
      return most
    }
    if !held.contains(first) { try convert(from: first) }
    let count = min(most, held.upperBound - first)
    let pixel = samples * layout.format.depth / 8
    for index in 0..<count {
      let source = band + (first + index - heldTop) * bandStride + layout.crop.minX * pixel
      let line = target + index * stride
      if layout.format.bytesPerPixel == pixel {
        line.copyMemory(from: source, byteCount: layout.crop.width * pixel)
      } else if layout.format.depth == 8 {
        pickGray(from: source, to: line, of: UInt8.self)
      } else {
        pickGray(from: source, to: line, of: UInt16.self)
      }
    }
    return count
  }

  /// Takes one of three equal samples, and alpha.
  private func pickGray<Sample>(
    from source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, of _: Sample.Type
  ) {
    let source = source.assumingMemoryBound(to: Sample.self)
    let target = target.assumingMemoryBound(to: Sample.self)
    let width = layout.crop.width
    if samples == 3 {
      for x in 0..<width { target[x] = source[3 &* x] }
    } else {
      for x in 0..<width {
        target[2 &* x] = source[4 &* x]
        target[2 &* x &+ 1] = source[4 &* x &+ 3]
      }
    }
  }

  /// Converts the rows of a band, including the neighbours that chroma is interpolated from.
  private func convert(from row: Int) throws(CodecError) {
    // Views start at a chroma row.
    let first = row & ~1
    let end = min(picture.rows, first + bandRows)
    heldTop = max(0, first - margin)
    let bottom = min(picture.rows, end + margin)
    var rect = avifCropRect(
      x: 0, y: UInt32(heldTop), width: UInt32(layout.stored.width),
      height: UInt32(bottom - heldTop))
    var result = avifImageSetViewRect(view, picture.image, &rect)
    if let alpha = picture.alpha?.pointee, let plane = alpha.yuvPlanes.0,
      bottom <= Int(alpha.height), alpha.width == view.pointee.width
    {
      // The view does not own its planes, and frees none.
      view.pointee.alphaPlane = plane + heldTop * Int(alpha.yuvRowBytes.0)
      view.pointee.alphaRowBytes = alpha.yuvRowBytes.0
    }
    let isConverted =
      result == AVIF_RESULT_OK
      && reversible?.convert(
        view, rows: bottom - heldTop, samples: samples, into: band, stride: bandStride) == true
    if result == AVIF_RESULT_OK, !isConverted {
      chroma?.widen(
        view, of: picture.image, band: heldTop..<bottom, picture: picture.rows)
      var rgb = avifRGBImage()
      avifRGBImageSetDefaults(&rgb, view)
      rgb.depth = UInt32(layout.format.depth)
      rgb.format = samples == 4 ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB
      rgb.pixels = band.assumingMemoryBound(to: UInt8.self)
      rgb.rowBytes = UInt32(bandStride)
      result = avifImageYUVToRGB(view, &rgb)
    }
    guard result == AVIF_RESULT_OK else {
      throw CodecError(
        .unsupported,
        "the picture's colours can't be converted (\(String(cString: avifResultToString(result))))")
    }
    held = first..<end
  }
}
