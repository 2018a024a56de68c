import Geometry
import TestSupport

/// Hamamatsu's NDPI, written by hand except for its JPEGs.
///
/// It is a TIFF with eight-byte offsets from one directory to the next, and one JPEG with restart
/// markers per directory.
struct SlideNDPIWriter {
  /// Sizes of the levels.
  var sizes = [PixelSize(width: 640, height: 384), PixelSize(width: 160, height: 96)]
  var macro = PixelSize(width: 48, height: 32)

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// A directory's entries; values of more than four bytes are stored before it.
  private struct Directory {
    var bytes: [UInt8] = []
    var count = 0

    mutating func add(_ tag: Int, _ type: Int, _ number: Int, _ value: [UInt8]) {
      bytes += SlideNDPIWriter.little(tag, 2) + SlideNDPIWriter.little(type, 2)
      bytes += SlideNDPIWriter.little(number, 4)
      bytes += value + [UInt8](repeating: 0, count: 4 - value.count)
      count += 1
    }

    mutating func short(_ tag: Int, _ value: Int) {
      add(tag, 3, 1, SlideNDPIWriter.little(value, 2))
    }

    mutating func long(_ tag: Int, _ value: Int) {
      add(tag, 4, 1, SlideNDPIWriter.little(value, 4))
    }
  }

  func file() -> PictureFile {
    var bytes = Array("II".utf8) + Self.little(42, 2) + Self.little(0, 8)
    var link = 4
    for (salt, size) in (sizes + [macro]).enumerated() {
      let lens: Float = salt < sizes.count ? 20 / Float(1 << (2 * salt)) : -1
      let jpeg = SlideFolderWriter.jpeg(size, salt: salt)
      let start = bytes.count
      bytes += jpeg
      let texts = bytes.count
      bytes += Array("Hamamatsu".utf8) + [0]
      let depths = bytes.count
      bytes += [8, 0, 8, 0, 8, 0]
      let resolution = bytes.count
      bytes += Self.little(40000, 4) + Self.little(1, 4)
      if bytes.count % 2 == 1 { bytes.append(0) }
      var directory = Directory()
      directory.long(256, size.width)
      directory.long(257, size.height)
      directory.add(258, 3, 3, Self.little(depths, 4))
      directory.short(259, 7)
      directory.short(262, 6)
      directory.add(271, 2, 10, Self.little(texts, 4))
      directory.long(273, start)
      directory.short(277, 3)
      directory.long(278, size.height)
      directory.long(279, jpeg.count)
      directory.add(282, 5, 1, Self.little(resolution, 4))
      directory.add(283, 5, 1, Self.little(resolution, 4))
      directory.short(284, 1)
      directory.short(296, 3)
      directory.long(65420, 1)
      directory.add(65421, 11, 1, Self.little(Int(lens.bitPattern), 4))
      for tag in 65422...65424 { directory.add(tag, 9, 1, Self.little(0, 4)) }
      for (index, byte) in Self.little(bytes.count, 8).enumerated() { bytes[link + index] = byte }
      bytes += Self.little(directory.count, 2) + directory.bytes
      link = bytes.count
      bytes += Self.little(0, 8)
    }
    return PictureFile(bytes)
  }
}
