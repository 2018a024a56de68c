import Geometry
import Platform

/// Paints a window in horizontal bands, with memory for two of them.
///
/// The system allocates memory page by page, which is slower than filling it, and the server does
/// the same for its copy. Painting a screen of 3840 × 2160 pixels once would take 32 MB, while the
/// picture is being decoded; for a picture of one megapixel the allocation takes two of the ten
/// milliseconds of decoding. While the server copies one band, the next is drawn, and both stay in
/// the CPU cache. All bands of a painting reach the screen within a fraction of a frame, or, if it
/// is made in several calls, with the last call.
///
/// Belongs to its connection's thread, and serves one window size.
package final class BandPainter {
  /// The window's size.
  package let size: PixelSize
  private let rows: Int
  private let painters: [WindowPainter]
  private var next = 0
  /// The surroundings that the server has filled ahead of the next painting, and their colour.
  private var filled: (parts: [PixelRect], color: UInt32)?

  private static let bandBytes = 1 << 20
  /// Windows up to this size use half-size bands.
  private static let smallWindowBytes = 4 << 20
  /// The total timeout for all bands of a painting, in seconds.
  private static let timeout = 1.0

  /// Creates a painter for a window created on any connection to the same server.
  package convenience init(
    display: DisplayConnection, window: UInt, size: PixelSize
  ) throws(PaintError) {
    // Absurd sizes are rejected by the initializer that this one calls.
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
    // The attributes are queried once, for both painters.
    let attributes = try WindowPainter.attributes(of: window, on: display)
    var painters: [WindowPainter] = []
    for _ in 0..<(rows < size.height ? 2 : 1) {
      painters.append(
        try WindowPainter(display: display, window: window, size: band, attributes: attributes))
    }
    self.painters = painters
  }

  /// True until the last painting is known to be on the screen.
  package var isBusy: Bool { painters.contains(where: \.isBusy) }

  /// Allocates the memory for a part before there is anything to paint.
  package func populate(for part: PixelRect) {
    var left = part.size.height
    for painter in painters where left > 0 {
      painter.populate(rows: left, width: part.size.width)
      left -= rows
    }
  }

  /// Makes the server fill everything around a part before that part is painted.
  ///
  /// On a screen of 3840 × 2160 pixels this takes as long as decoding a small picture. A following
  /// painting of the same part with the same colour does not fill it again.
  package func fill(around part: PixelRect, with color: UInt32) {
    let part = part.intersection(PixelRect(size))
    painters[0].fill(PixelRect(size).subtracting([part]), with: color)
    painters[0].flush()
    filled = ([part], color)
  }

  /// Draws parts of the window band by band, and fills everything around them with `color`,
  /// 0xRRGGBB.
  ///
  /// A painting may come in several calls, from top to bottom, each with its own `rows` of the
  /// window; the call with row 0 fills the surroundings.
  ///
  /// `draw` gets memory for rows of B, G, R and an alpha of 255, beginning with the band's first
  /// pixel, then the stride in bytes, and the band's place in the window.
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
    // A destroyed window sends no completion event: wait for that once, not for each band.
    let end = MonotonicClock.now() + Self.timeout
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

  /// Waits until the last painting is on the screen; returns false on a timeout.
  @discardableResult
  package func waitUntilDone() -> Bool { painters.allSatisfy { $0.waitUntilDone() } }
}
