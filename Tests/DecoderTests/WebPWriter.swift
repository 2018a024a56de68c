import CWebP
import Geometry
import TestSupport

/// Writes WebP files: pictures with libwebp's encoder, the container around them by hand.
enum WebPWriter {
  struct Options {
    var isLossless = false
    var quality: Float = 80
    /// The binary logarithm of the number of partitions that a lossy picture's rows are distributed
    /// to.
    var partitions: Int32 = 0
    /// True if the alpha channel is compressed.
    var packsAlpha = true
  }

  /// A frame of an animation.
  struct Frame {
    var file: [UInt8]
    var x = 0
    var y = 0
    var clears = false
    var isBlended = true
    var milliseconds = 100
  }

  /// A file with one picture of straight RGBA and no other chunks.
  static func file(_ samples: [UInt8], _ size: PixelSize, _ options: Options = Options()) -> [UInt8]
  {
    var config = WebPConfig()
    var picture = WebPPicture()
    precondition(WebPConfigInit(&config) != 0 && WebPPictureInit(&picture) != 0)
    config.lossless = options.isLossless ? 1 : 0
    config.exact = 1
    config.quality = options.quality
    config.method = 1
    config.partitions = options.partitions
    config.alpha_compression = options.packsAlpha ? 1 : 0
    picture.use_argb = options.isLossless ? 1 : 0
    picture.width = Int32(size.width)
    picture.height = Int32(size.height)
    defer { WebPPictureFree(&picture) }
    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    defer { WebPMemoryWriterClear(&writer) }
    return withUnsafeMutablePointer(to: &writer) { writer in
      picture.writer = WebPMemoryWrite
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      precondition(WebPPictureImportRGBA(&picture, samples, Int32(size.width * 4)) != 0)
      precondition(WebPEncode(&config, &picture) != 0)
      return Array(UnsafeBufferPointer(start: writer.pointee.mem, count: writer.pointee.size))
    }
  }

  /// A chunk, padded to an even length.
  static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(bytes.count, 4) + bytes + (bytes.count % 2 == 1 ? [0] : [])
  }

  /// A number as WebP stores it.
  static func little(_ number: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The chunks of a file that contain pixels.
  static func pictureChunks(of file: [UInt8]) -> [UInt8] {
    var chunks: [UInt8] = []
    var place = 12
    while place + 8 <= file.count {
      let size = (0..<4).reduce(0) { $0 | Int(file[place + 4 + $1]) << (8 * $1) }
      let next = place + 8 + size + size % 2
      let name = String(decoding: file[place..<place + 4], as: UTF8.self)
      if ["ALPH", "VP8 ", "VP8L"].contains(name) { chunks += file[place..<next] }
      place = next
    }
    return chunks
  }

  /// A file of chunks with the extended header.
  static func container(_ chunks: [UInt8], _ size: PixelSize, flags: UInt8) -> [UInt8] {
    let head =
      [flags, 0, 0, 0] + little(size.width - 1, 3) + little(size.height - 1, 3)
    let body = Array("WEBP".utf8) + chunk("VP8X", head) + chunks
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  /// A picture with a colour profile before it and an EXIF block after it.
  static func extended(
    _ file: [UInt8], _ size: PixelSize, icc: [UInt8] = [], exif: [UInt8] = [], alpha: Bool = false
  ) -> [UInt8] {
    let flags: UInt8 = (icc.isEmpty ? 0 : 0x20) | (exif.isEmpty ? 0 : 0x08) | (alpha ? 0x10 : 0)
    return container(
      (icc.isEmpty ? [] : chunk("ICCP", icc)) + pictureChunks(of: file)
        + (exif.isEmpty ? [] : chunk("EXIF", exif)), size, flags: flags)
  }

  static func animation(
    _ frames: [(frame: Frame, size: PixelSize)], canvas: PixelSize, loops: Int = 0
  ) -> [UInt8] {
    var chunks = chunk("ANIM", [10, 200, 30, 255] + little(loops, 2))
    for (frame, size) in frames {
      let head =
        little(frame.x / 2, 3) + little(frame.y / 2, 3) + little(size.width - 1, 3)
        + little(size.height - 1, 3) + little(frame.milliseconds, 3)
        + [(frame.isBlended ? 0 : 2) | (frame.clears ? 1 : 0)]
      chunks += chunk("ANMF", head + pictureChunks(of: frame.file))
    }
    return container(chunks, canvas, flags: 0x12)
  }

  /// Straight RGBA with gradients, noise and, if requested, translucent areas.
  static func samples(_ size: PixelSize, alpha: Bool, seed: UInt64 = 1) -> [UInt8] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<size.height).flatMap { y in
      (0..<size.width).flatMap { x -> [UInt8] in
        let noise = Int.random(in: 0...40, using: &numbers)
        let level = alpha ? [0, 255, (x * 9 + y * 5) & 255, 128][(x / 7 + y / 5) % 4] : 255
        return [
          UInt8((x * 3 + noise) & 255), UInt8((y * 5 + noise) & 255),
          UInt8(((x + y) / 2 + Int(seed) * 30) & 255), UInt8(level),
        ]
      }
    }
  }
}
