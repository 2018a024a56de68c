import CJPEG
import Geometry
import Glibc
import TestSupport

/// JPEG files for tests of turning, and their pixels.
struct TestJPEG {
  /// Rows of RGB, or of one channel.
  struct Pixels: Equatable {
    var size: PixelSize
    var channels: Int
    var samples: [UInt8]

    /// Returns the pixels in another orientation, by EXIF's number.
    func turned(_ number: Int) -> Pixels {
      let new = EXIFPlace.size(size, number)
      var turned = Pixels(
        size: new, channels: channels, samples: [UInt8](repeating: 0, count: samples.count))
      for y in 0..<size.height {
        for x in 0..<size.width {
          let place = EXIFPlace.pixel(x, y, of: size, number)
          let target = (place.y * new.width + place.x) * channels
          let source = (y * size.width + x) * channels
          for channel in 0..<channels {
            turned.samples[target + channel] = samples[source + channel]
          }
        }
      }
      return turned
    }

    /// The largest difference of a sample; 255 if the sizes differ.
    func difference(from other: Pixels) -> Int {
      guard size == other.size, channels == other.channels else { return 255 }
      return zip(samples, other.samples).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }
  }

  var width = 48
  var height = 32
  var isGray = false
  var horizontal: Int32 = 2
  var vertical: Int32 = 2
  var isProgressive = false
  var exif: [UInt8] = []
  var xmp = ""
  var icc: [UInt8] = []

  /// The file's bytes: a picture without symmetry, with smooth and sharp parts.
  var file: [UInt8] {
    guard let writer = fresnel_jpeg_writer_create_in_memory() else { return [] }
    defer { fresnel_jpeg_writer_destroy(writer) }
    var options = fresnel_jpeg_options()
    options.width = UInt32(width)
    options.height = UInt32(height)
    options.color = isGray ? FRESNEL_JPEG_GRAY : FRESNEL_JPEG_YCBCR
    options.quality = 92
    options.horizontal = horizontal
    options.vertical = vertical
    options.is_progressive = isProgressive
    let packet = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + Array(xmp.utf8)
    let rows = samples
    return exif.withUnsafeBufferPointer { exif in
      packet.withUnsafeBufferPointer { packet in
        icc.withUnsafeBufferPointer { icc in
          options.exif = exif.isEmpty ? nil : exif.baseAddress
          options.exif_count = exif.count
          options.xmp = xmp.isEmpty ? nil : packet.baseAddress.map { $0 + 29 }
          options.xmp_count = packet.count - 29
          options.icc = icc.isEmpty ? nil : icc.baseAddress
          options.icc_count = icc.count
          guard fresnel_jpeg_writer_start(writer, &options) == FRESNEL_JPEG_OK,
            fresnel_jpeg_writer_write_rows(
              writer, rows, width * (isGray ? 1 : 3), UInt32(height)) == FRESNEL_JPEG_OK,
            fresnel_jpeg_writer_finish(writer) == FRESNEL_JPEG_OK
          else { return [] }
          var count = 0
          guard let bytes = fresnel_jpeg_writer_bytes(writer, &count) else { return [] }
          return Array(UnsafeBufferPointer(start: bytes, count: count))
        }
      }
    }
  }

  private var samples: [UInt8] {
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let isMarked = x < width / 4 && y < height / 3
        let colors = [isMarked ? 240 : 20 + x * 3, 30 + y * 5, (x * 7 + y * 3) % 160]
        samples += (isGray ? colors.prefix(1) : colors[...]).map { UInt8(clamping: $0) }
      }
    }
    return samples
  }

  /// Decodes a file; `nil` if libjpeg can't, or if the file is cut.
  static func pixels(_ file: [UInt8]) -> Pixels? {
    file.withUnsafeBufferPointer { bytes in
      guard let reader = fresnel_jpeg_reader_create(-1) else { return nil }
      defer { fresnel_jpeg_reader_destroy(reader) }
      if let base = bytes.baseAddress { fresnel_jpeg_reader_lend(reader, base, bytes.count) }
      var header = fresnel_jpeg_header()
      var layout = fresnel_jpeg_layout()
      guard fresnel_jpeg_reader_read_header(reader, false, &header) == FRESNEL_JPEG_OK,
        fresnel_jpeg_reader_start(reader, 8, 0, header.width, &layout) == FRESNEL_JPEG_OK
      else { return nil }
      var isReady = false
      while !isReady {
        guard fresnel_jpeg_reader_prepare(reader, 1000, &isReady) == FRESNEL_JPEG_OK else {
          return nil
        }
      }
      let stride = Int(header.width) * Int(header.channels)
      var pixels = Pixels(
        size: PixelSize(width: Int(header.width), height: Int(header.height)),
        channels: Int(header.channels),
        samples: [UInt8](repeating: 0, count: stride * Int(header.height)))
      var row = 0
      while row < pixels.size.height {
        var got: UInt32 = 0
        let status = pixels.samples.withUnsafeMutableBytes { samples in
          fresnel_jpeg_reader_read_rows(
            reader, samples.baseAddress?.advanced(by: row * stride), stride,
            UInt32(pixels.size.height - row), &got)
        }
        guard status == FRESNEL_JPEG_OK, got > 0 else { return nil }
        row += Int(got)
      }
      return fresnel_jpeg_reader_is_cut(reader) ? nil : pixels
    }
  }
}

/// EXIF blocks for tests of turning.
enum TestExif {
  /// A block with an orientation, a size in pixels, and a thumbnail; little-endian.
  static func block(orientation: Int, width: Int, height: Int, thumbnail: [UInt8]) -> [UInt8] {
    func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
      little(tag, 2) + little(type, 2) + little(1, 4) + little(value, 4)
    }
    let exif = 8 + 2 + 2 * 12 + 4
    let second = exif + 2 + 2 * 12 + 4
    let start = second + 2 + 3 * 12 + 4
    return Array("II".utf8) + little(42, 2) + little(8, 4)
      + little(2, 2) + entry(0x112, 3, orientation) + entry(0x8769, 4, exif) + little(second, 4)
      + little(2, 2) + entry(0xA002, 3, width) + entry(0xA003, 4, height) + little(0, 4)
      + little(3, 2) + entry(0x112, 3, orientation) + entry(0x201, 4, start)
      + entry(0x202, 4, thumbnail.count) + little(0, 4) + thumbnail
  }

  /// A TIFF file of four grey pixels, 2 × 2, or an EXIF block without an orientation.
  static func tiff(orientation: Int?, isLittle: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      isLittle ? little(value, count) : little(value, count).reversed()
    }
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
    }
    var entries = [entry(256, 2), entry(257, 2), entry(258, 8), entry(259, 1), entry(262, 1)]
    entries.append(entry(273, 8))
    if let orientation { entries.append(entry(274, orientation)) }
    entries += [entry(277, 1), entry(278, 2), entry(279, 4)]
    return (isLittle ? Array("II".utf8) : Array("MM".utf8)) + number(42, 2) + number(12, 4)
      + [10, 80, 160, 240] + number(entries.count, 2) + entries.flatMap { $0 } + number(0, 4)
  }

  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
