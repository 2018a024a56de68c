import CAVIF
import Geometry
import TestSupport

/// AVIF files written by libavif's encoder.
struct AVIFWriter {
  var size = PixelSize(width: 70, height: 46)
  var depth = 8
  var layout = AVIF_PIXEL_FORMAT_YUV420
  var hasAlpha = false
  var isPremultiplied = false
  var isLossless = false
  var isLimited = false
  /// Primaries, transfer function and matrix (ITU-T H.273).
  var points = (primaries: 1, transfer: 13, matrix: 6)
  var profile: [UInt8] = []
  var exif: [UInt8] = []
  /// Quarter turns, counterclockwise.
  var rotation: Int?
  /// 0 exchanges top and bottom, 1 left and right.
  var mirror: Int?
  var crop: PixelRect?
  /// True if 8-bit colours are stored losslessly as luma and two 10-bit differences (YCgCo-Re),
  /// which libavif doesn't write.
  var isReversible = false
  /// One colour for all pixels, instead of noise.
  var color: [UInt8]?
  /// The number of cells in each direction.
  var grid: (columns: Int, rows: Int)?
  var frames = 1
  /// The number of repetitions, if libavif can write it.
  var repetitions: Int?
  /// The duration of each frame in tenths of a second, from the first; 1 for the rest.
  var durations: [Int] = []
  /// The gain map, if libavif can write it.
  var gainMap: AVIFGainMap?
  var seed: UInt64 = 1

  /// Smooth noise as straight RGBA: neighbours differ, so that misplaced chroma shows.
  func samples(frame: Int = 0) -> [UInt8] {
    var numbers = SeededNumbers(seed: seed &+ UInt64(frame))
    let step = 8
    let (columns, rows) = (size.width / step + 2, size.height / step + 2)
    let lattice = (0..<columns * rows * 4).map { _ in Int.random(in: 0...255, using: &numbers) }
    var samples: [UInt8] = []
    samples.reserveCapacity(size.width * size.height * 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        if let color {
          samples += color
          continue
        }
        for channel in 0..<4 {
          func value(_ dx: Int, _ dy: Int) -> Int {
            lattice[((y / step + dy) * columns + x / step + dx) * 4 + channel]
          }
          let (fx, fy) = (x % step, y % step)
          let top = value(0, 0) * (step - fx) + value(1, 0) * fx
          let bottom = value(0, 1) * (step - fx) + value(1, 1) * fx
          samples.append(UInt8((top * (step - fy) + bottom * fy) / (step * step)))
        }
      }
    }
    return samples
  }

  /// True if libavif writes and reports repetitions.
  static let knowsRepetitions: Bool = {
    guard let encoder = avifEncoderCreate() else { fatalError("memory") }
    defer { avifEncoderDestroy(encoder) }
    return fresnel_avif_set_repetitions(encoder, 0) != 0
  }()

  func file() -> PictureFile { PictureFile(bytes()) }

  func bytes() -> [UInt8] {
    guard let encoder = avifEncoderCreate() else { fatalError("memory") }
    defer { avifEncoderDestroy(encoder) }
    encoder.pointee.codecChoice = AVIF_CODEC_CHOICE_AOM
    encoder.pointee.speed = 10
    encoder.pointee.timescale = 10
    if let repetitions { _ = fresnel_avif_set_repetitions(encoder, Int32(repetitions)) }
    let worst = Int32(isLossless ? 0 : 20)
    encoder.pointee.minQuantizer = 0
    encoder.pointee.maxQuantizer = worst
    encoder.pointee.minQuantizerAlpha = 0
    encoder.pointee.maxQuantizerAlpha = worst
    for frame in 0..<frames {
      let image = image(frame: frame)
      defer { avifImageDestroy(image) }
      if let grid {
        let cells = cells(of: image, grid.columns, grid.rows)
        defer { cells.forEach { avifImageDestroy($0) } }
        let pointers = cells.map { UnsafePointer($0) as UnsafePointer<avifImage>? }
        precondition(
          avifEncoderAddImageGrid(
            encoder, UInt32(grid.columns), UInt32(grid.rows), pointers,
            AVIF_ADD_IMAGE_FLAG_SINGLE.rawValue) == AVIF_RESULT_OK)
      } else {
        let flag = frames == 1 ? AVIF_ADD_IMAGE_FLAG_SINGLE : AVIF_ADD_IMAGE_FLAG_NONE
        let duration = UInt64(frame < durations.count ? durations[frame] : 1)
        precondition(avifEncoderAddImage(encoder, image, duration, flag.rawValue) == AVIF_RESULT_OK)
      }
    }
    var output = avifRWData()
    precondition(avifEncoderFinish(encoder, &output) == AVIF_RESULT_OK)
    defer { avifRWDataFree(&output) }
    return Array(UnsafeBufferPointer(start: output.data, count: output.size))
  }

  private func cells(
    of image: UnsafeMutablePointer<avifImage>, _ columns: Int, _ rows: Int
  ) -> [UnsafeMutablePointer<avifImage>] {
    let (width, height) = (size.width / columns, size.height / rows)
    return (0..<columns * rows).map { index in
      guard let cell = avifImageCreateEmpty() else { fatalError("memory") }
      var rect = avifCropRect(
        x: UInt32(index % columns * width), y: UInt32(index / columns * height),
        width: UInt32(width), height: UInt32(height))
      precondition(avifImageSetViewRect(cell, image, &rect) == AVIF_RESULT_OK)
      return cell
    }
  }

  private func image(frame: Int) -> UnsafeMutablePointer<avifImage> {
    guard
      let image = avifImageCreate(
        UInt32(size.width), UInt32(size.height), UInt32(depth), layout)
    else { fatalError("memory") }
    image.pointee.yuvRange = isLimited ? AVIF_RANGE_LIMITED : AVIF_RANGE_FULL
    image.pointee.colorPrimaries = UInt16(points.primaries)
    image.pointee.transferCharacteristics = UInt16(points.transfer)
    image.pointee.matrixCoefficients = UInt16(points.matrix)
    image.pointee.alphaPremultiplied = isPremultiplied ? 1 : 0
    if !profile.isEmpty { avifImageSetProfileICC(image, profile, profile.count) }
    if !exif.isEmpty { avifImageSetMetadataExif(image, exif, exif.count) }
    setTransforms(of: image)
    gainMap?.add(to: image)
    var samples = samples(frame: frame)
    if isReversible {
      fillReversibly(image, samples)
      return image
    }
    var rgb = avifRGBImage()
    avifRGBImageSetDefaults(&rgb, image)
    rgb.depth = 8
    rgb.ignoreAlpha = hasAlpha ? 0 : 1
    rgb.rowBytes = UInt32(size.width * 4)
    samples.withUnsafeMutableBufferPointer {
      rgb.pixels = $0.baseAddress
      precondition(avifImageRGBToYUV(image, &rgb) == AVIF_RESULT_OK)
    }
    return image
  }

  /// Writes the planes of a picture as YCgCo-R (ITU-T H.273), whose steps can all be undone.
  private func fillReversibly(_ image: UnsafeMutablePointer<avifImage>, _ samples: [UInt8]) {
    image.pointee.matrixCoefficients = 16
    let flags = AVIF_PLANES_YUV.rawValue | (hasAlpha ? AVIF_PLANES_A.rawValue : 0)
    precondition(avifImageAllocatePlanes(image, flags) == AVIF_RESULT_OK)
    for y in 0..<size.height {
      func line(_ plane: UnsafeMutablePointer<UInt8>?, _ stride: UInt32)
        -> UnsafeMutablePointer<UInt16>?
      {
        guard let plane else { return nil }
        return UnsafeMutableRawPointer(plane + y * Int(stride)).assumingMemoryBound(to: UInt16.self)
      }
      let (planes, strides) = (image.pointee.yuvPlanes, image.pointee.yuvRowBytes)
      let lumas = line(planes.0, strides.0)
      let (greens, oranges) = (line(planes.1, strides.1), line(planes.2, strides.2))
      let alphas = line(image.pointee.alphaPlane, image.pointee.alphaRowBytes)
      for x in 0..<size.width {
        let pixel = samples[(y * size.width + x) * 4..<(y * size.width + x) * 4 + 4].map { Int($0) }
        let orange = pixel[0] - pixel[2]
        let rest = pixel[2] + orange >> 1
        let green = pixel[1] - rest
        lumas?[x] = UInt16(rest + green >> 1)
        greens?[x] = UInt16(512 + green)
        oranges?[x] = UInt16(512 + orange)
        alphas?[x] = UInt16((pixel[3] * 1023 + 127) / 255)
      }
    }
  }

  /// libavif derives a rotation from an EXIF block by itself; this keeps only the requested one.
  private func setTransforms(of image: UnsafeMutablePointer<avifImage>) {
    var flags = AVIF_TRANSFORM_NONE.rawValue
    if let rotation {
      flags |= AVIF_TRANSFORM_IROT.rawValue
      image.pointee.irot.angle = UInt8(rotation)
    }
    if let mirror {
      flags |= AVIF_TRANSFORM_IMIR.rawValue
      fresnel_avif_set_mirror(image, Int32(mirror))
    }
    if let crop {
      flags |= AVIF_TRANSFORM_CLAP.rawValue
      var rect = avifCropRect(
        x: UInt32(crop.minX), y: UInt32(crop.minY), width: UInt32(crop.width),
        height: UInt32(crop.height))
      var diagnostics = avifDiagnostics()
      precondition(
        avifCleanApertureBoxConvertCropRect(
          &image.pointee.clap, &rect, image.pointee.width, image.pointee.height,
          AVIF_PIXEL_FORMAT_YUV444, &diagnostics) != 0)
    }
    image.pointee.transformFlags = flags
  }
}

/// libavif's own decoding of a file, in the tests' process.
struct AVIFReference {
  let size: PixelSize
  /// Straight RGBA from 0 to 1 as stored, neither cropped nor rotated.
  private let samples: [Double]

  /// Decodes and converts a whole frame.
  init(_ bytes: [UInt8], frame: Int = 0) {
    guard let decoder = avifDecoderCreate() else { fatalError("memory") }
    defer { avifDecoderDestroy(decoder) }
    (size, samples) = bytes.withUnsafeBufferPointer { bytes in
      precondition(
        avifDecoderSetIOMemory(decoder, bytes.baseAddress, bytes.count) == AVIF_RESULT_OK)
      decoder.pointee.strictFlags = AVIF_STRICT_DISABLED.rawValue
      precondition(avifDecoderParse(decoder) == AVIF_RESULT_OK)
      precondition(avifDecoderNthImage(decoder, UInt32(frame)) == AVIF_RESULT_OK)
      guard let image = decoder.pointee.image else { fatalError("no picture") }
      var rgb = avifRGBImage()
      avifRGBImageSetDefaults(&rgb, image)
      let isDeep = image.pointee.depth > 8
      rgb.depth = isDeep ? 16 : 8
      let size = PixelSize(width: Int(rgb.width), height: Int(rgb.height))
      rgb.rowBytes = UInt32(size.width * (isDeep ? 8 : 4))
      var raw = [UInt8](repeating: 0, count: Int(rgb.rowBytes) * size.height)
      return raw.withUnsafeMutableBytes { raw in
        rgb.pixels = raw.baseAddress?.assumingMemoryBound(to: UInt8.self)
        precondition(avifImageYUVToRGB(image, &rgb) == AVIF_RESULT_OK)
        let values =
          isDeep
          ? raw.bindMemory(to: UInt16.self).map { Double($0) / 65535 }
          : raw.map { Double($0) / 255 }
        return (size, values)
      }
    }
  }

  /// A premultiplied pixel of the stored picture, 0 to 255.
  func pixel(_ x: Int, _ y: Int) -> [Double] {
    let start = (y * size.width + x) * 4
    let alpha = samples[start + 3]
    return (0..<3).map { samples[start + $0] * alpha * 255 } + [alpha * 255]
  }

  /// The whole picture as finished pixels.
  var pixels: Pixels {
    var pixels = Pixels(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        for (channel, value) in pixel(x, y).enumerated() {
          pixels[x, y, channel] = UInt8(value.rounded())
        }
      }
    }
    return pixels
  }

  /// The largest difference of pixels from an area of this picture in one of EXIF's orientations.
  func difference(_ pixels: Pixels, crop: PixelRect? = nil, orientation: Int = 1) -> Double {
    let crop = crop ?? PixelRect(size)
    guard pixels.size == EXIFPlace.size(crop.size, orientation) else { return 256 }
    var worst = 0.0
    for y in 0..<crop.height {
      for x in 0..<crop.width {
        let place = EXIFPlace.pixel(x, y, of: crop.size, orientation)
        let expected = pixel(crop.minX + x, crop.minY + y)
        let start = (place.y * pixels.size.width + place.x) * 4
        for channel in 0..<4 {
          worst = max(worst, abs(Double(pixels.bytes[start + channel]) - expected[channel]))
        }
      }
    }
    return worst
  }
}
