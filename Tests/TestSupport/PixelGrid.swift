import Geometry
import Glibc

/// Pixels with 8 bits per channel, row by row, each as 0xAARRGGBB; alpha is not premultiplied.
///
/// Pictures are compared with `memcmp`, which is fast enough to watch a screen at a high rate.
public struct PixelGrid: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  /// Columns and rows.
  public let size: PixelSize
  /// One number per pixel.
  public var words: [UInt32]

  /// Creates a grid from pixels; their count must match the size.
  public init(size: PixelSize, words: [UInt32]) {
    precondition(words.count == size.width * size.height)
    self.size = size
    self.words = words
  }

  /// Computes opaque pixels with a function that returns 0xRRGGBB.
  public init(width: Int, height: Int, opaque color: (_ x: Int, _ y: Int) -> UInt32) {
    self.init(width: width, height: height, color: { color($0, $1) | 0xff00_0000 })
  }

  /// Computes pixels with a function that returns 0xAARRGGBB.
  public init(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> UInt32) {
    size = PixelSize(width: width, height: height)
    words = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      for y in 0..<height {
        for x in 0..<width { buffer[y &* width &+ x] = color(x, y) }
      }
      count = width * height
    }
  }

  /// Only the size, so that a failed expectation doesn't print a million numbers.
  public var description: String { "\(size.width)x\(size.height) pixels" }
  /// No children, for the same reason.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The pixel at a position, as 0xAARRGGBB.
  public subscript(x: Int, y: Int) -> UInt32 { words[y * size.width + x] }

  /// Compares size and all pixels.
  public static func == (a: PixelGrid, b: PixelGrid) -> Bool {
    a.size == b.size && memcmp(a.words, b.words, a.words.count * 4) == 0
  }

  /// Returns the part inside `rect`.
  public func cropped(to rect: PixelRect) -> PixelGrid {
    PixelGrid(
      width: rect.width, height: rect.height, color: { self[rect.minX + $0, rect.minY + $1] })
  }

  /// Returns the pixels turned clockwise by quarter turns, after mirroring them horizontally if
  /// asked.
  public func turned(quarters: Int, mirrored: Bool = false) -> PixelGrid {
    var grid = self
    if mirrored {
      let last = size.width - 1
      grid = PixelGrid(width: size.width, height: size.height, color: { self[last - $0, $1] })
    }
    for _ in 0..<quarters {
      let before = grid
      let last = before.size.height - 1
      grid = PixelGrid(
        width: before.size.height, height: before.size.width,
        color: { before[$1, last - $0] })
    }
    return grid
  }

  /// Places the grid on a surface of one colour (0xRRGGBB) with its corner at a position, clipped.
  ///
  /// Supports only fully transparent and fully opaque pixels.
  public func laid(on surface: PixelSize, x: Int, y: Int, surround: UInt32) -> PixelGrid {
    let around = surround | 0xff00_0000
    func color(column: Int, row: Int) -> UInt32 {
      let inX = column - x
      let inY = row - y
      guard inX >= 0, inY >= 0, inX < size.width, inY < size.height else { return around }
      let pixel = self[inX, inY]
      return pixel >> 24 == 0 ? around : pixel
    }
    return PixelGrid(width: surface.width, height: surface.height, color: color)
  }

  /// Centres the grid on a surface, as a fit view does; an odd pixel goes to the right or below.
  public func centered(on surface: PixelSize, surround: UInt32) -> PixelGrid {
    laid(
      on: surface, x: (surface.width - size.width) >> 1, y: (surface.height - size.height) >> 1,
      surround: surround)
  }

  /// Describes the first difference and the number of differences; returns `nil` if there are none.
  ///
  /// `tolerance` is the allowed difference per channel.
  public func difference(from other: PixelGrid, tolerance: Int = 0) -> String? {
    guard size == other.size else {
      return "\(size.width)x\(size.height) is not \(other.size.width)x\(other.size.height)"
    }
    if self == other { return nil }
    var count = 0
    var first = ""
    for index in 0..<words.count where words[index] != other.words[index] {
      let channels = [24, 16, 8, 0].map {
        abs(Int(words[index] >> $0 & 255) - Int(other.words[index] >> $0 & 255))
      }
      guard channels.contains(where: { $0 > tolerance }) else { continue }
      if count == 0 {
        let place = "(\(index % size.width), \(index / size.width))"
        first = "\(place): \(hex(words[index])) is not \(hex(other.words[index]))"
      }
      count += 1
    }
    return count == 0 ? nil : "\(count) pixels differ, the first at \(first)"
  }

  /// The peak signal-to-noise ratio of the three colour channels against another picture, in
  /// decibels.
  public func psnr(_ other: PixelGrid) -> Double {
    guard size == other.size, !words.isEmpty else { return 0 }
    var sum = 0
    for index in 0..<words.count where words[index] != other.words[index] {
      for shift in [UInt32(16), 8, 0] {
        let step = Int(words[index] >> shift & 255) - Int(other.words[index] >> shift & 255)
        sum += step * step
      }
    }
    if sum == 0 { return .infinity }
    return 10 * log10(255 * 255 * Double(words.count * 3) / Double(sum))
  }
}

private func hex(_ word: UInt32) -> String {
  let digits = String(word, radix: 16)
  return String(repeating: "0", count: 8 - digits.count) + digits
}
