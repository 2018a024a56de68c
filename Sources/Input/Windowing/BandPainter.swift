import Geometry
import Platform

/// Paints a window in bands of rows, one after the other, with the memory of two of them.
///
/// The system hands out memory page by page, and slower than it is filled, to the server too. For a
/// picture that is painted once, on a screen of 3840 × 2160 pixels, that would be 32 MB while it is
/// decoded; of one megapixel it takes two of the ten milliseconds that decoding takes. While the
/// server copies a band, the next one is drawn; both lie in the processor's own cache. All bands of
/// a painting are on the screen within a fraction of a frame; of one that comes in several calls,
/// when the last has come.
///
/// It belongs to the thread of its connection, and serves one size.
package final class BandPainter {
  /// The window's size.
  package let size: PixelSize
  private let rows: Int
  private let painters: [WindowPainter]
  private var next = 0
  /// What the server was told to fill ahead of the next painting, and with what.
  private var filled: (parts: [PixelRect], color: UInt32)?

  private static let bandBytes = 1 << 20
  /// Of a window of at most so many bytes bands are half as large: it has enough of them.
  private static let smallWindowBytes = 4 << 20
  /// Seconds that all bands may wait for the server together.
  private static let patience = 1.0

  /// A painter for a window that a connection of the same server has made.
  package convenience init(
    display: DisplayConnection, window: UInt, size: PixelSize
  ) throws(PaintError) {
    // Absurd sizes are refused by what is called.
    let bytes = size.width &* size.height &* 4
    try self.init(
      display: display, window: window, size: size,
      bandBytes: bytes <= Self.smallWindowBytes ? Self.bandBytes / 2 : Self.bandBytes)
  }

  init(
    display: DisplayConnection, window: UInt, size: PixelSize, bandBytes: Int
  ) throws(PaintError) {
    guard (1...32_767).contains(size.width), (1...32_767).contains(size.height) else {
      throw .noMemory(size)
    }
    self.size = size
    rows = max(1, min(size.height, bandBytes / (size.width * 4)))
    let band = PixelSize(width: size.width, height: rows)
    // Asked once for both.
    let attributes = try WindowPainter.attributes(of: window, on: display)
    var painters: [WindowPainter] = []
    for _ in 0..<(rows < size.height ? 2 : 1) {
      painters.append(
        try WindowPainter(display: display, window: window, size: band, attributes: attributes))
    }
    self.painters = painters
  }

  /// Whether the last painting is not known to be on the screen yet.
  package var isBusy: Bool { painters.contains(where: \.isBusy) }

  /// Makes the memory for a part ready, before there is anything to paint.
  package func populate(for part: PixelRect) {
    var left = part.size.height
    for painter in painters where left > 0 {
      painter.populate(rows: left, width: part.size.width)
      left -= rows
    }
  }

  /// Has the server fill all around a part at once, before that is painted.
  ///
  /// On a screen of 3840 × 2160 pixels that takes as long as a small picture takes to be decoded. A
  /// painting of just that part, with that colour around, leaves it so.
  package func fill(around part: PixelRect, with color: UInt32) {
    let part = part.intersection(PixelRect(size))
    painters[0].fill(PixelRect(size).subtracting([part]), with: color)
    painters[0].flush()
    filled = ([part], color)
  }

  /// Has parts of the window drawn, band by band, and puts them there; the server fills all that
  /// is around them with a colour, 0xRRGGBB.
  ///
  /// Of a painting that comes in several calls, one below the other, each has its own `rows` of the
  /// window; the first, from row 0 on, fills what is around.
  ///
  /// The closure gets memory for a band of rows of blue, green, red and an alpha of 255, whose
  /// first pixel is the band's, the bytes from one row to the next, and where the band lies.
  package func paint(
    _ parts: [PixelRect], rows painted: Range<Int>? = nil, around color: UInt32,
    _ draw: (_ pixels: UnsafeMutableRawPointer, _ stride: Int, _ band: PixelRect) -> Void
  ) {
    let painted = painted ?? 0..<size.height
    var parts = parts.map { $0.intersection(PixelRect(size)) }.filter { !$0.isEmpty }
    if painted.lowerBound == 0 {
      if filled?.parts != parts || filled?.color != color {
        painters[0].fill(PixelRect(size).subtracting(parts), with: color)
      }
      filled = nil
    }
    let seen = PixelRect(
      minX: 0, minY: painted.lowerBound, maxX: size.width, maxY: painted.upperBound)
    parts = parts.map { $0.intersection(seen) }.filter { !$0.isEmpty }
    // Of a window that is gone no end is told: that is waited for once, not for each band.
    let end = MonotonicClock.now() + Self.patience
    for part in parts {
      for top in stride(from: part.minY, to: part.maxY, by: rows) {
        let band = PixelRect(
          minX: part.minX, minY: top, maxX: part.maxX, maxY: min(part.maxY, top + rows))
        painters[next].waitUntilDone(limit: max(0, end - MonotonicClock.now()))
        painters[next].paint(band) { pixels, stride in
          pixels.baseAddress.map { draw($0, stride, band) }
        }
        next = (next + 1) % painters.count
      }
    }
  }

  /// Waits until the last painting is on the screen; whether it is.
  @discardableResult
  package func waitUntilDone() -> Bool { painters.allSatisfy { $0.waitUntilDone() } }
}
